/** At run time these two documents are all that a host knows about a remote. */

/** `release.json`: written by a remote's build into its folder. */
export interface Release {
  schema: 1
  name: string
  version: string
  /** Unique; part of the container's global name. */
  build: string
  /** ISO 8601 instant. */
  builtAt: string
  /** Ranges of the kernel and of React that this build runs with. */
  kernel: string
  react: string
  /** Absent in older records: the same as `unknown`. */
  imports?: Imports
  /** File name of the container, relative to the release's folder. */
  entry: string
  /** Global name of the container if another bundler chose it, unique to the build. */
  container?: string
  /** Scripts and style sheets by path inside the folder. */
  files: Record<string, ReleaseFile>
  screens: ReleaseScreen[]
}

/** The names imported from each shared module; `unknown` if the build could not tell. */
export type Imports = Record<string, string[]> | 'unknown'

/** A module imported as a whole, so the names in use are unknown. */
export const ALL_NAMES = '*'

export interface ReleaseFile {
  bytes: number
  /** Subresource integrity: `sha384-...`. */
  integrity: string
}

export interface ReleaseScreen {
  /** Absolute route in the console. */
  path: string
  /** Module of the container whose default export is the screen, e.g. `./ManagedUsers`. */
  module: string
  title: string
  /**
   * Entry in the side navigation; a screen without one is reached by its address only. It is not shown to levels
   * other than `levels` (absent: all), who can still open the screen by its address.
   */
  nav?: { label: string; icon: string; order: number; levels?: number[] }
  /** Files for the first paint, in addition to the entry. */
  preload: string[]
}

export interface DeployedRelease {
  /** Absolute address of the release's folder, ending in a slash. */
  baseUrl: string
  release: Release
  /** Honoured only in the environment `development`, whose files change under the page. */
  integrity?: 'off'
}

export interface RemoteDeployment extends DeployedRelease {
  /** Loaded when `release` cannot be. */
  previous?: DeployedRelease
  /** For a share of the users. */
  canary?: DeployedRelease & { percent: number }
}

export interface HostBuild {
  version: string
  build: string
  /** In the order in which they run, on the console's own origin; absent if the page names them. */
  files?: { path: string; integrity: string }[]
}

export interface HostDeployment extends HostBuild {
  /** Loaded once, when the chosen build cannot be loaded or does not start. */
  previous?: HostBuild
  canary?: HostBuild & { percent: number }
}

/** `environment.json`, served by the host's own origin or inlined in its HTML. */
export interface Environment {
  schema: 1
  name: string
  revision?: number
  host?: HostDeployment
  /** Tabs with an older revision show a notice, and reload by themselves after a time. */
  minimumRevision?: number
  telemetryUrl?: string | null
  apiUrl: string
  externalReportsUrl: string
  /** IANA name; business dates are read in it. */
  timeZone: string
  /** Allows developers' overrides; false by default. */
  developer?: boolean
  /** Origins allowed in a developer's override. */
  overrides: string[]
  remotes: Record<string, RemoteDeployment>
}

/** How the global names of all builds of this remote begin. */
export const globalPrefix = (name: string): string => `${name.replace(/\W/g, '_')}_`

/** As the build preset names it. */
export const containerName = (release: Pick<Release, 'name' | 'build'>): string =>
  `${globalPrefix(release.name)}${release.build}`

/** The global variable of the release's container. */
export const globalNameOf = (release: Pick<Release, 'name' | 'build' | 'container'>): string =>
  release.container ?? containerName(release)
