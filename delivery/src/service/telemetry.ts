import { join } from 'node:path'
import { Counter, Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import { parsedJson } from '@console/shared-kernel/contracts'
import { TELEMETRY_LIMITS, type TelemetryEvent, type TelemetryPhase } from '@console/shared-kernel/remote'
import { environmentExists, environmentsOf, readCurrent, readRevision } from '../site/history'
import { NAME, type Site } from '../site/files'
import { releasesIn } from '../site/releases'
import { ErrorLog } from './errorLog'
import { registerSite } from './siteMetrics'
import { countsOf, keyOfSessions, partsOfKey, SessionStore, type Sessions } from './tabSessionStore'
import { openServiceFolder } from './teams'

const text = (length: number) => z.string().max(length)

type Source = TelemetryEvent['source']

// does not compile if the kernel adds a source or phase that is missing here
const SOURCES = { override: true, canary: true, current: true, previous: true } satisfies Record<Source, true>
const PHASES = {
  mounted: true,
  fallback: true,
  compatibility: true,
  timeout: true,
  load: true,
  module: true,
  render: true,
  start: true,
  running: true,
  frozen: true,
  policy: true,
  integrity: true,
} satisfies Record<TelemetryPhase, true>

/** The fields that the service reads. */
const EVENT = z.object({
  session: z.string().regex(/^[0-9a-f]{16}$/),
  environment: z.string().regex(NAME),
  revision: z.int().positive(),
  remote: text(TELEMETRY_LIMITS.name),
  version: text(TELEMETRY_LIMITS.name),
  build: text(TELEMETRY_LIMITS.name),
  source: z.enum(Object.keys(SOURCES) as Source[]),
  phase: z.enum(Object.keys(PHASES) as TelemetryPhase[]),
})
type Event = z.infer<typeof EVENT>

const BATCH = z.object({ schema: z.literal(1), events: z.array(z.unknown()).max(TELEMETRY_LIMITS.events) })

const NON_FAILURE_PHASES: readonly TelemetryPhase[] = ['mounted', 'fallback']
/** Types of reports that browsers send on their own. */
const KINDS = ['csp-violation', 'integrity-violation'] as const

const SAVE_INTERVAL_MS = 5_000
/** Lifetime of the cached current revision of an environment. */
const READ_INTERVAL_MS = 1_000
const READ_AGAIN_MS = 100

/** The reason why an event was not counted; `address`: too many sessions from one address. */
type RejectReason = 'unreadable' | 'unknown' | 'override' | 'address'

/** Counts reports from tabs: each session counts once per release. The counts survive restarts. */
export class Telemetry {
  readonly registry = new Registry()
  private readonly site: Site
  private readonly store: SessionStore
  private readonly errors: ErrorLog
  private readonly events = new Counter({
    name: 'console_delivery_events_total',
    help: 'Events of served releases',
    labelNames: ['environment', 'release', 'phase'],
    registers: [this.registry],
  })
  private readonly reports = new Counter({
    name: 'console_delivery_browser_reports_total',
    help: 'Violations that browsers blocked and reported',
    labelNames: ['kind'],
    registers: [this.registry],
  })
  private readonly rejected = new Counter({
    name: 'console_delivery_events_refused_total',
    help: 'Events that were not counted, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  })
  private readonly invalidForwardedFor = new Counter({
    name: 'console_delivery_forwarded_for_broken_total',
    help: "Requests counted under a proxy's address because its X-Forwarded-For names no client",
    registers: [this.registry],
  })
  /** Labels of {@link events}, by the keys of {@link store}. */
  private readonly counted = new Map<string, Set<TelemetryPhase>>()
  /** Contains existing environments only; `served` is null where one cannot be read. */
  private readonly current = new Map<string, { readAt: number; served: Served | null }>()
  private readonly saving: NodeJS.Timeout

  private constructor(site: Site, store: SessionStore, errors: ErrorLog) {
    this.site = site
    this.store = store
    this.errors = errors
    this.addGauges()
    registerSite(this.registry, site, errors)
    this.saving = setInterval(() => void this.save(), SAVE_INTERVAL_MS)
    this.saving.unref()
  }

  static async open(site: Site, errors = new ErrorLog()): Promise<Telemetry> {
    const file = join(await openServiceFolder(site), 'sessions.json')
    return new Telemetry(site, await SessionStore.read(file, errors), errors)
  }

  noteBrokenForward(): void {
    this.invalidForwardedFor.inc()
  }

  /** Malformed events are dropped without an error. */
  async acceptEvents(body: string, address: string, now = Date.now()): Promise<void> {
    const batch = BATCH.safeParse(parsedJson(body))
    if (!batch.success) return this.reject('unreadable')
    for (const one of batch.data.events) {
      const event = EVENT.safeParse(one)
      if (event.success) await this.count(event.data, address, now)
      else this.reject('unreadable')
    }
  }

  acceptBrowserReports(body: string): void {
    const found = parsedJson(body)
    const reports = Array.isArray(found) ? found : [found]
    for (const report of reports.slice(0, TELEMETRY_LIMITS.events)) {
      const { type, 'csp-report': legacy } = (report ?? {}) as { type?: unknown; 'csp-report'?: unknown }
      const kind = legacy !== undefined ? 'csp-violation' : KINDS.find((one) => one === type)
      this.reports.inc({ kind: kind ?? 'other' })
    }
  }

  /** @param release folder below the site, e.g. `users/1.4.0-3f9c2a1b` */
  sessionsOf = (environment: string, release: string): Sessions =>
    this.store.of(keyOfSessions(environment, release))

  /** Drops releases that are no longer served, and saves. A failure is retried the next time. */
  async save(): Promise<void> {
    await this.errors.guard('telemetry is not saved', async () => {
      await this.forgetUnserved()
      await this.store.save()
    })
  }

  async close(): Promise<void> {
    clearInterval(this.saving)
    await this.save()
  }

  private async count(event: Event, address: string, now: number): Promise<void> {
    if (event.source === 'override') return this.reject('override')
    const { environment, session, phase } = event
    const release = `${event.remote}/${event.version}-${event.build}`
    if (!(await this.isServed(event, release, now))) return this.reject('unknown')
    const key = keyOfSessions(environment, release)
    const hasFailed = !NON_FAILURE_PHASES.includes(phase)
    const hasFallenBack = phase === 'fallback'
    const reason = this.store.add(key, { session, address, hasFailed, hasFallenBack }, now)
    if (reason) return this.reject(reason)
    this.events.inc({ environment, release, phase })
    this.counted.set(key, (this.counted.get(key) ?? new Set()).add(phase))
  }

  private async isServed({ environment, revision }: Event, release: string, now: number): Promise<boolean> {
    const known = await this.currentOf(environment, now)
    const current = known && revision > known.revision ? await this.refreshedFor(environment, now) : known
    if (!current || revision > current.revision || !current.releases.has(release)) return false
    if (revision === current.revision) return true
    const earlier = await this.errors.guard(`${environment}, revision ${revision}`, async () =>
      releasesIn((await readRevision(this.site, environment, revision)).document),
    )
    return earlier?.includes(release) === true
  }

  private async currentOf(environment: string, now: number): Promise<Served | null> {
    const known = this.current.get(environment)
    return known && now - known.readAt < READ_INTERVAL_MS ? known.served : this.readAgain(environment, now)
  }

  /** Reads again for a newer revision, but not for every made-up number. */
  private async refreshedFor(environment: string, now: number): Promise<Served | null> {
    const known = this.current.get(environment)!
    return now - known.readAt < READ_AGAIN_MS ? known.served : this.readAgain(environment, now)
  }

  private async readAgain(environment: string, now: number): Promise<Served | null> {
    const found = await this.errors.guard(environment, async () =>
      (await environmentExists(this.site, environment)) ? servedIn(this.site, environment) : null,
    )
    // not cached: the name comes from the client
    if (found === null) return null
    const served = found ?? null
    this.current.set(environment, { readAt: now, served })
    return served
  }

  private reject(reason: RejectReason): void {
    this.rejected.inc({ reason })
  }

  /** Sessions of unreadable environments are kept. */
  private async forgetUnserved(): Promise<void> {
    // before the environments are read: what is reported meanwhile is certainly served
    const [keys, counted] = [this.store.keys(), [...this.counted]]
    const served = new Map<string, ReadonlySet<string> | null>()
    for (const name of await environmentsOf(this.site))
      served.set(name, (await this.errors.guard(name, () => servedIn(this.site, name)))?.releases ?? null)
    const isServed = (key: string): boolean => {
      const { environment, release } = partsOfKey(key)
      const releases = served.get(environment)
      return releases === null || releases?.has(release) === true
    }
    for (const key of keys) if (!isServed(key)) this.store.remove(key)
    for (const [key, phases] of counted) {
      if (isServed(key)) continue
      for (const phase of phases) this.events.remove({ ...partsOfKey(key), phase })
      this.counted.delete(key)
    }
  }

  private addGauges(): void {
    const { store } = this
    new Gauge({
      name: 'console_delivery_sessions',
      help: 'Sessions that ran a served release, those that failed, and those that fell back to it because a host did not load',
      labelNames: ['environment', 'release', 'state'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const key of store.keys()) {
          const { sessions, failed, fellBack } = countsOf(store.of(key))
          this.set({ ...partsOfKey(key), state: 'seen' }, sessions)
          this.set({ ...partsOfKey(key), state: 'failed' }, failed)
          this.set({ ...partsOfKey(key), state: 'fallback' }, fellBack)
        }
      },
    })
  }
}

interface Served {
  revision: number
  releases: ReadonlySet<string>
}

async function servedIn(site: Site, environment: string): Promise<Served> {
  const { revision, document } = await readCurrent(site, environment)
  return { revision, releases: new Set(releasesIn(document)) }
}
