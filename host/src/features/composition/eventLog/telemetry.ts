import { TELEMETRY_LIMITS, type TelemetryBatch, type TelemetryEvent } from '@console/shared-kernel/remote'
import { readTabList, sessionOfTab, writeTab } from '../pageState'

/** The fields that the caller supplies; the others are filled in here. */
export type ReportedEvent = Pick<
  TelemetryEvent,
  | 'remote'
  | 'version'
  | 'build'
  | 'source'
  | 'phase'
  | 'code'
  | 'ms'
  | 'module'
  | 'message'
  | 'stack'
  | 'times'
>

interface TelemetryTarget {
  url: string
  environment: string
  revision: number | null
  host: { version: string; build: string } | null
}

const FLUSH_AFTER_MS = 5_000
/** The delay after a failed batch; doubled after each further failure. */
const RETRY_AFTER_MS = 60_000
const MAX_RETRY_AFTER_MS = 30 * 60_000
const FAULT_INTERVAL_MS = 60_000
/** The limit of the queue: after a long time offline, only the newest events are kept. */
const MAX_WAITING = 100
const MAX_FAULTS = 500
const STARTED = 'console.started'

/** Owns the queue and the set of reported faults. */
export class Telemetry {
  private target: TelemetryTarget | null = null
  private waiting: TelemetryEvent[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  /** One batch at a time, because the answer decides when the next is sent. */
  private isSending = false
  private rejections = 0
  private readonly session = sessionOfTab()
  private readonly started = new Set(readTabList(STARTED))
  private readonly faults = new Map<string, { at: number; suppressed: number }>()

  constructor() {
    // a hidden tab may never be shown again, and some browsers do not report that it is closed
    addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.leave())
    addEventListener('pagehide', () => this.leave())
  }

  sendTo(target: TelemetryTarget | null): void {
    this.target = target
    if (!target) this.waiting = []
  }

  enqueue(reported: ReportedEvent): void {
    const { phase } = reported
    const isStart = phase === 'mounted' || phase === 'fallback'
    const suppressed = isStart ? this.first(reported) : this.suppressedBefore(reported)
    if (!this.target || suppressed === null) return
    const { environment, revision, host } = this.target
    this.waiting.push({
      ...scrubbed(reported),
      time: new Date().toISOString(),
      session: this.session,
      environment,
      revision,
      hostBuild: host?.build ?? null,
      cohort: reported.source === 'canary' ? 'canary' : 'stable',
      ...(suppressed > 0 && { suppressed }),
    })
    this.waiting = this.waiting.slice(-MAX_WAITING)
    const isFull = this.waiting.length >= TELEMETRY_LIMITS.events
    if (isFull && this.rejections === 0) void this.flush()
    else this.flushLater()
  }

  /** @returns null if this tab has reported it already */
  private first({ remote, build, phase }: ReportedEvent): 0 | null {
    const start = `${phase} ${remote} ${build}`
    if (this.started.has(start)) return null
    this.started.add(start)
    writeTab(STARTED, [...this.started])
    return 0
  }

  /** @returns how often the fault happened since its last report; null if it must not be reported now */
  private suppressedBefore({ remote, build, phase, code }: ReportedEvent): number | null {
    const key = [remote, build, phase, code].join(' ')
    const last = this.faults.get(key)
    const now = performance.now()
    if (last && now - last.at < FAULT_INTERVAL_MS) {
      last.suppressed += 1
      return null
    }
    // bounds the memory if code throws errors with ever-changing names
    if (!last && this.faults.size >= MAX_FAULTS) return null
    this.faults.set(key, { at: now, suppressed: 0 })
    return last?.suppressed ?? 0
  }

  private flushLater(): void {
    const delay =
      this.rejections === 0
        ? FLUSH_AFTER_MS
        : Math.min(RETRY_AFTER_MS * 2 ** (this.rejections - 1), MAX_RETRY_AFTER_MS)
    this.timer ??= setTimeout(() => void this.flush(), delay)
  }

  private async flush(): Promise<void> {
    if (this.isSending) return
    this.stopTimer()
    const { target } = this
    if (!target || this.waiting.length === 0) return
    const batch = this.takeBatch()
    this.isSending = true
    const isDone = await send(target.url, batch)
    this.isSending = false
    this.rejections = isDone ? 0 : this.rejections + 1
    if (!this.target) return
    if (!isDone) this.waiting = [...batch, ...this.waiting].slice(-MAX_WAITING)
    if (this.waiting.length === 0) return
    this.stopTimer()
    this.flushLater()
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Sends the rest by `sendBeacon`, which outlives the page. */
  private leave(): void {
    this.stopTimer()
    while (this.target && this.waiting.length > 0) {
      const batch = this.takeBatch()
      if (navigator.sendBeacon(this.target.url, bodyOf(batch))) continue
      this.waiting = [...batch, ...this.waiting]
      return
    }
  }

  private takeBatch(): TelemetryEvent[] {
    let size = 0
    const fits = this.waiting.findIndex((event, index) => {
      size += new Blob([JSON.stringify(event)]).size + 1
      return index > 0 && (index >= TELEMETRY_LIMITS.events || size > TELEMETRY_LIMITS.bytes - 100)
    })
    return this.waiting.splice(0, fits === -1 ? this.waiting.length : fits)
  }
}

/**
 * Sends text, so that the browser needs no preflight.
 * @returns whether the batch is done: accepted, or rejected for good
 */
async function send(url: string, batch: TelemetryEvent[]): Promise<boolean> {
  try {
    // the answer is not read: a collector on another origin may not allow that
    const isOwnOrigin = new URL(url, location.href).origin === location.origin
    const { status } = await fetch(url, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      mode: isOwnOrigin ? 'same-origin' : 'no-cors',
      body: bodyOf(batch),
    })
    return !(status === 429 || status >= 500)
  } catch {
    return false
  }
}

const bodyOf = (events: TelemetryEvent[]): string =>
  JSON.stringify({ schema: 1, events } satisfies TelemetryBatch)

/* Removes queries, tokens and names from an event, and shortens its texts. */

const scrubbed = ({ code, message, stack, module, remote, version, build, ...reported }: ReportedEvent) => ({
  ...reported,
  remote: remote.slice(0, TELEMETRY_LIMITS.name),
  version: version.slice(0, TELEMETRY_LIMITS.name),
  build: build.slice(0, TELEMETRY_LIMITS.name),
  code: codeOf(code),
  ...(module !== undefined && { module: module.slice(0, TELEMETRY_LIMITS.name) }),
  ...(message !== undefined && { message: withoutQueries(message).slice(0, TELEMETRY_LIMITS.message) }),
  ...(stack !== undefined && { stack: framesOf(stack).slice(0, TELEMETRY_LIMITS.stack) }),
})

/** Keeps the line and column after an address. */
const QUERY = /(\/[^\s?#'"`<>()]*)[?#][^\s'"`<>()]*?(?=(?::\d+:\d+)?(?:[\s'"`<>(),;]|$))/g
const USER_INFO = /(\w:\/\/)[^/\s@]*@/g
const TOKEN = /\b(?:eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?|Bearer\s+\S+)/g

/** Removes query, fragment, user name and password. */
export const withoutQueries = (text: string): string =>
  text.replace(USER_INFO, '$1').replace(QUERY, '$1').replace(TOKEN, '[token]')

/** Matches frames in stacks of Chromium and Firefox, and in React's component stacks. */
export const FRAME = /^\s*at .*:\d+:\d+\)?$|^\S*@\S+:\d+:\d+$/
const MAX_FRAMES = 12

/** Omits the first line of a stack, the message, which may contain anything. */
export const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => withoutQueries(line.trim()))
    .join('\n')

/** Errors from third-party code may have any text as their name. */
export const codeOf = (code: string): string =>
  /^[\w.:-]+$/.test(code) ? code.slice(0, TELEMETRY_LIMITS.code) : 'UNNAMED'
