/** Sent as text, so that no preflight is needed. It contains no user name, token or query string. */
export interface TelemetryBatch {
  schema: 1
  events: TelemetryEvent[]
}

export const HOST_NAME = 'host'

export interface TelemetryEvent {
  /** ISO 8601 instant, by the browser's clock. */
  time: string
  /** Sixteen random hex digits per tab, kept on reload; unrelated to the user. */
  session: string
  environment: string
  revision: number | null
  /** Null if the document names no host build. */
  hostBuild: string | null
  /** A remote's name, or {@link HOST_NAME}. */
  remote: string
  version: string
  build: string
  cohort: 'stable' | 'canary'
  /** Why this release was chosen; an `override` is a developer's choice, not deployed. */
  source: 'override' | 'canary' | 'current' | 'previous'
  phase: TelemetryPhase
  /** `OK` or the kind of fault, consisting of letters, digits, `-`, `_`, `.` and `:`. */
  code: string
  /** A duration in milliseconds. */
  ms?: number
  /** The screen's module, e.g. `./ManagedUsers`. */
  module?: string
  /** A message from the console itself; others are omitted, because they may contain anything. */
  message?: string
  /** Frames, innermost first, without messages. */
  stack?: string
  /** Parts of `ms`, for mounted screens. */
  times?: { document: number; entry: number; module: number; firstPaint: number }
  /** Occurrences since the same fault was last reported, not counting this one. */
  suppressed?: number
}

/**
 * - `mounted`: the screen runs; sent once per tab and release, with the code `OK`.
 * - `fallback`: this build replaces a failed one; sent once per tab and build.
 * - `compatibility` to `render`: the stage that a screen reached; `load` of the host: one of its files is missing.
 * - `start`: the host's files loaded but it did not start. `running`: uncaught, after the start.
 * - `frozen`: the tab was killed while this code ran. `policy`, `integrity`: blocked by the browser.
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

/** Longer texts are cut to these lengths, in UTF-16 units; a batch fits what a browser sends on unload. */
export const TELEMETRY_LIMITS = {
  events: 20,
  /** The size of a whole batch in UTF-8 bytes. */
  bytes: 60_000,
  name: 80,
  code: 80,
  message: 300,
  stack: 1_500,
} as const
