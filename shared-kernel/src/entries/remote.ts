/* The release format: the two documents, their parsers, what a remote defines, and what is sent to telemetry. */
export { type Provided, type Unmet, unmetNeeds } from '../release/compatibility'
export {
  defineRemote,
  modulesOf,
  ownKey,
  type PanelDefinition,
  type RemoteDefinition,
  type ScreenDefinition,
} from '../release/defineRemote'
export {
  type DeployedRelease,
  type Environment,
  type HostBuild,
  type HostDeployment,
  type ParsedEnvironment,
  parseEnvironment,
  type RemoteDeployment,
} from '../release/environment'
export { policyOrigins } from '../release/policyOrigins'
export { DocumentFault, Fields } from '../release/documentFields'
export {
  ALL_NAMES,
  containerName,
  globalNameOf,
  globalPrefix,
  type Imports,
  OPEN_KINDS,
  type OpenKind,
  panelPath,
  parseRecordFiles,
  parseRelease,
  type RecordFiles,
  recordPaths,
  type Release,
  type ReleaseFile,
  type ReleaseNav,
  type ReleasePanel,
  type ReleaseScreen,
  screensAndPanels,
} from '../release/release'
export {
  hasParameters,
  HOST_PATHS,
  hostRoutes,
  type OwnedPath,
  routeProblems,
} from '../release/routeProblems'
export {
  HOST_NAME,
  TELEMETRY_LIMITS,
  type TelemetryBatch,
  type TelemetryEvent,
  type TelemetryPhase,
} from '../release/telemetry'
