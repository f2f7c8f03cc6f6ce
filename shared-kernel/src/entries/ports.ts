/* The ports and addresses of a console that runs on one machine. */
export {
  basePort,
  DEFAULT_BASE,
  localAddress,
  pageOrigins,
  portOfPackage,
  ports,
  type Ports,
  type RemoteName,
  remoteOfPackage,
  REMOTES,
  standalonePort,
} from '../tools/localPorts'
