/* The ports and addresses of a console that runs on one machine. */
export {
  baseOf,
  basePort,
  DEFAULT_BASE,
  localAddress,
  portOfPackage,
  ports,
  type Ports,
  REMOTES,
  remotesIn,
  REPOSITORY_REMOTES,
  standalonePort,
} from '../tools/localPorts'
