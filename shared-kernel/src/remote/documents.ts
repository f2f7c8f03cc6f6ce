/**
 * The two documents that tie host and remotes together. Everything a host knows of a remote comes
 * from them at run time; nothing of either is compiled into the other.
 */

/** `release.json`: written by a remote's build into its folder. */
export interface Release {
  schema: 1
  name: string
  version: string
  /** Unique to the build, and part of its global names. */
  build: string
  /** ISO 8601 instant. */
  builtAt: string
  /** Ranges of the kernel and of React that this build runs with. */
  kernel: string
  react: string
  /** Absent in records that were written before names were looked at: as good as `unknown`. */
  imports?: Imports
  /** File name of the container, relative to the release's folder. */
  entry: string
  /** Global name of the container where another bundler's build chose one: of its own for each build. */
  container?: string
  /** Every script and style sheet of the release, by its path inside the folder. */
  files: Record<string, ReleaseFile>
  screens: ReleaseScreen[]
}

/**
 * The names that a release takes from each module that its host gives, by the module's own name. `unknown`
 * where its build could not say.
 */
export type Imports = Record<string, string[]> | 'unknown'

/** Stands for a module that is taken as a whole: which of its names are used is unknown. */
export const ALL_NAMES = '*'

export interface ReleaseFile {
  bytes: number
  /** Subresource integrity: `sha384-...`. */
  integrity: string
}

export interface ReleaseScreen {
  /** Route of the screen in the console, absolute. */
  path: string
  /** Module of the container whose default export is the screen, e.g. `./ManagedUsers`. */
  module: string
  title: string
  /**
   * Entry in the side navigation; a screen without one is reached by its address only. Users of other levels than
   * `levels` (absent: all) do not get the entry, and open the screen by its address.
   */
  nav?: { label: string; icon: string; order: number; levels?: number[] }
  /** Files that the screen's first paint needs besides the entry. */
  preload: string[]
}

/** Where one release is served, and what it holds. */
export interface DeployedRelease {
  /** Absolute address of the release's folder, ending in a slash. */
  baseUrl: string
  release: Release
  /** Only honoured in the environment named `development`, whose files change under the page. */
  integrity?: 'off'
}

export interface RemoteDeployment extends DeployedRelease {
  /** What the host falls back to when `release` cannot be loaded. */
  previous?: DeployedRelease
  /** What that share of users gets instead. */
  canary?: DeployedRelease & { percent: number }
}

/** One build of the host. */
export interface HostBuild {
  version: string
  build: string
  /**
   * Scripts and style sheets that it starts with, in the order in which they run; paths on the console's own
   * origin. Absent where the page itself names them.
   */
  files?: { path: string; integrity: string }[]
}

export interface HostDeployment extends HostBuild {
  /** What the page falls back to, once, when the chosen build cannot be loaded or does not start. */
  previous?: HostBuild
  /** What that share of browsers gets instead. */
  canary?: HostBuild & { percent: number }
}

/** `environment.json`: one an environment, served by the host's own origin or inlined in its HTML. */
export interface Environment {
  schema: 1
  name: string
  revision?: number
  host?: HostDeployment
  /** Tabs that were opened with an older revision get a notice to reload, and reload by themselves after a time. */
  minimumRevision?: number
  telemetryUrl?: string | null
  apiUrl: string
  externalReportsUrl: string
  /** IANA name; business dates are read in it. */
  timeZone: string
  /** Whether developers may try releases of their own here; false by default. */
  developer?: boolean
  /** Origins that a developer's override may point at; none without `developer`. */
  overrides: string[]
  remotes: Record<string, RemoteDeployment>
}

/** How the global names of a remote begin. */
export const globalPrefix = (name: string): string => `${name.replace(/\W/g, '_')}_`

/** Name that the build preset gives a release's container. */
export const containerName = (release: Pick<Release, 'name' | 'build'>): string =>
  `${globalPrefix(release.name)}${release.build}`

/** The global variable that a release's container is found under. */
export const globalNameOf = (release: Pick<Release, 'name' | 'build' | 'container'>): string =>
  release.container ?? containerName(release)
