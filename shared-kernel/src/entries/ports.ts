/* The ports and addresses of a console that runs on one machine. */
export {
  basePort,
  DEFAULT_BASE,
  localAddress,
  pageOrigins,
  portOfPackage,
  ports,
  type Ports,
  standalonePort,
} from '../remote/localPorts'
export { type RemoteName, remoteOfPackage, REMOTES } from '../remote/localPorts'
