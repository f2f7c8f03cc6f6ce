/* The contract between host, remotes and delivery: a remote's definition, the two documents and their parsers. */
export { type Provided, type Unmet, unmetNeeds } from '../remote/compatibility'
export { defineRemote, type RemoteDefinition, type ScreenDefinition } from '../remote/defineRemote'
export {
  ALL_NAMES,
  containerName,
  type DeployedRelease,
  type Environment,
  globalNameOf,
  globalPrefix,
  type HostBuild,
  type HostDeployment,
  type Imports,
  type Release,
  type ReleaseFile,
  type ReleaseScreen,
  type RemoteDeployment,
} from '../remote/documents'
export { DocumentFault, Fields } from '../remote/documentFields'
export { ownKey } from '../remote/ownQueryKey'
export { type ParsedEnvironment, parseEnvironment } from '../remote/parseEnvironment'
export { parseRelease } from '../remote/parseRelease'
export { policyOrigins } from '../remote/policyOrigins'
export { hasParameters, HOST_PATHS, hostRoutes, type OwnedPath, routeProblems } from '../remote/routeProblems'
export { parseRecordFiles, recordPaths, type RecordFiles } from '../remote/parseRecordFiles'
export {
  HOST_NAME,
  TELEMETRY_LIMITS,
  type TelemetryBatch,
  type TelemetryEvent,
  type TelemetryPhase,
} from '../remote/telemetry'
