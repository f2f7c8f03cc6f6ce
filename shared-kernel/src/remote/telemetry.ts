/**
 * What a console sends to the environment's `telemetryUrl`: the body of one POST, JSON sent as text, so that no
 * preflight is needed. No field holds the name of a user, a token, or the query of an address.
 */
export interface TelemetryBatch {
  schema: 1
  /** At most {@link TELEMETRY_LIMITS}.events. */
  events: TelemetryEvent[]
}

/** The console's own name among those of the remotes. */
export const HOST_NAME = 'host'

export interface TelemetryEvent {
  /** ISO 8601 instant, by the browser's clock. */
  time: string
  /** Sixteen hexadecimal digits, drawn once a tab: a reload keeps them, and they say nothing of the user. */
  session: string
  /** Of the document that the page runs with. */
  environment: string
  revision: number | null
  /** Of the host that the page runs; null where the document names none. */
  hostBuild: string | null
  /** Name of the remote that the event is about, or {@link HOST_NAME}. */
  remote: string
  /** Its release. */
  version: string
  build: string
  /** `canary` where only the canary's share of users has this release. */
  cohort: 'stable' | 'canary'
  /** Why this release was taken; a developer's `override` is nothing that was deployed. */
  source: 'override' | 'canary' | 'current' | 'previous'
  phase: TelemetryPhase
  /** For machines: `OK`, or the kind of fault; of letters, digits, `-`, `_`, `.` and `:`. */
  code: string
  /** Milliseconds that it took until then. */
  ms?: number
  /** Of the screen, e.g. `./ManagedUsers`. */
  module?: string
  /** The console's own words; what foreign code throws has no message here, since it may quote anything. */
  message?: string
  /** Frames alone, innermost first. */
  stack?: string
  /** Parts of `ms`, where a screen was mounted. */
  times?: { document: number; entry: number; module: number; firstPaint: number }
  /** How often the same fault has happened since it was last reported, besides this time. */
  suppressed?: number
}

/**
 * - `mounted`: the release runs; once a tab and release. Its code is `OK`.
 * - `fallback`: this build replaces one that failed, of the host by itself, of a remote because its user has
 *   taken it; once a tab and build.
 * - `compatibility`, `timeout`, `load`, `module`, `render`: how far a screen came; of the host `load`: a file
 *   of its own did not come.
 * - `start`: the host's files came, and it did not start.
 * - `running`: uncaught, after the start.
 * - `frozen`: the tab had to be ended while this code ran.
 * - `policy`, `integrity`: the browser refused something.
 */
export type TelemetryPhase =
  | 'mounted'
  | 'fallback'
  | 'compatibility'
  | 'timeout'
  | 'load'
  | 'module'
  | 'render'
  | 'start'
  | 'running'
  | 'frozen'
  | 'policy'
  | 'integrity'

/** Texts are cut to these lengths (UTF-16 units); all of a batch fits into what a browser sends on leaving. */
export const TELEMETRY_LIMITS = {
  events: 20,
  /** UTF-8 bytes of a whole batch. */
  bytes: 60_000,
  name: 80,
  code: 80,
  message: 300,
  stack: 1_500,
} as const
