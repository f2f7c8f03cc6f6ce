import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import { TELEMETRY_LIMITS } from '@console/shared-kernel/remote/telemetry'
import { readJson, writeWhole } from '../site/files'
import { environmentExists, environmentsOf, readCurrent, readRevision } from '../site/history'
import type { Site } from '../site/layout'
import { releasesIn } from '../site/releases'
import type { Session, Sessions } from './sessions'
import { serviceFolder } from './teams'

const text = (length: number) => z.string().max(length)

/** What is needed of an event; the other fields are for those who read logs. */
const EVENT = z.object({
  session: z.string().regex(/^[0-9a-f]{16}$/),
  environment: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
  revision: z.int().positive(),
  remote: text(TELEMETRY_LIMITS.name),
  version: text(TELEMETRY_LIMITS.name),
  build: text(TELEMETRY_LIMITS.name),
  source: z.enum(['override', 'canary', 'current', 'previous']),
  phase: z.enum([
    'mounted',
    'fallback',
    'compatibility',
    'timeout',
    'load',
    'module',
    'render',
    'start',
    'running',
    'frozen',
    'policy',
    'integrity',
  ]),
})
type Event = z.infer<typeof EVENT>

const BATCH = z.object({ schema: z.literal(1), events: z.array(z.unknown()).max(TELEMETRY_LIMITS.events) })

/** Of one release: a canary is decided by some hundreds. More are not looked at. */
const MAX_SESSIONS = 20_000
const NO_FAULT: readonly Event['phase'][] = ['mounted', 'fallback']
/** Of reports that browsers make by themselves. */
const KINDS = ['csp-violation', 'integrity-violation'] as const

const SAVE_EVERY_MS = 5_000
/** What is served is looked at no more often, whatever comes in. */
const READ_EVERY_MS = 1_000

/** Why an event did not count. */
type Refused = 'unreadable' | 'unknown' | 'override' | 'full'

/** What tabs report of the releases that are served: sessions, each once a release, kept over a restart. */
export class Telemetry {
  readonly registry = new Registry()
  private readonly site: Site
  private readonly sessions: Map<string, Map<string, Session>>
  /** Addresses are stored as salted hashes. */
  private readonly salt: string
  private readonly events = new Counter({
    name: 'console_delivery_events_total',
    help: 'Events of releases that are served',
    labelNames: ['environment', 'release', 'phase'],
    registers: [this.registry],
  })
  private readonly reports = new Counter({
    name: 'console_delivery_browser_reports_total',
    help: 'What browsers refused and reported by themselves',
    labelNames: ['kind'],
    registers: [this.registry],
  })
  private readonly refused = new Counter({
    name: 'console_delivery_events_refused_total',
    help: 'Events that did not count, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  })
  /** Of environments that there are. */
  private readonly current = new Map<string, Current>()
  private isChanged = false
  private readonly saving: NodeJS.Timeout

  constructor(site: Site) {
    this.site = site
    const stored = existsSync(this.file) ? (readJson(this.file) as Stored) : { salt: undefined, sessions: {} }
    this.salt = stored.salt ?? randomBytes(16).toString('hex')
    this.sessions = new Map(
      Object.entries(stored.sessions).map(([key, sessions]) => [key, new Map(Object.entries(sessions))]),
    )
    this.addGauges()
    this.saving = setInterval(() => this.save(), SAVE_EVERY_MS)
    this.saving.unref()
  }

  private get file(): string {
    return join(serviceFolder(this.site), 'sessions.json')
  }

  /** Takes what a browser sent; nothing in it can be wrong enough to be an error. */
  take(body: string, address: string, now = Date.now()): void {
    const batch = BATCH.safeParse(parsed(body))
    if (!batch.success) return this.refuse('unreadable')
    for (const one of batch.data.events) {
      const event = EVENT.safeParse(one)
      if (event.success) this.count(event.data, address, now)
      else this.refuse('unreadable')
    }
  }

  /** What browsers refused by themselves, in one of their own forms: only counted, by kind. */
  takeReports(body: string): void {
    const found = parsed(body)
    const reports = Array.isArray(found) ? found : [found]
    for (const report of reports.slice(0, TELEMETRY_LIMITS.events)) {
      const { type, 'csp-report': legacy } = (report ?? {}) as { type?: unknown; 'csp-report'?: unknown }
      const kind = legacy !== undefined ? 'csp-violation' : KINDS.find((one) => one === type)
      this.reports.inc({ kind: kind ?? 'other' })
    }
  }

  /** @param release its folder below the site, e.g. `users/1.4.0-3f9c2a1b` */
  sessionsOf = (environment: string, release: string): Sessions =>
    this.sessions.get(`${environment} ${release}`) ?? new Map()

  close(): void {
    clearInterval(this.saving)
    this.save()
  }

  private count(event: Event, address: string, now: number): void {
    if (event.source === 'override') return this.refuse('override')
    const release = `${event.remote}/${event.version}-${event.build}`
    if (!this.isServed(event, release, now)) return this.refuse('unknown')
    const key = `${event.environment} ${release}`
    const sessions = this.sessions.get(key) ?? new Map<string, Session>()
    this.sessions.set(key, sessions)
    const known = sessions.get(event.session)
    if (!known && sessions.size >= MAX_SESSIONS) return this.refuse('full')
    const session = known ?? { address: this.hashOf(address), seenAt: now }
    // a session that another address goes on with is not believed twice
    if (session.address !== this.hashOf(address)) return this.refuse('unknown')
    if (!NO_FAULT.includes(event.phase)) session.failedAt ??= now
    sessions.set(event.session, session)
    this.isChanged = true
    this.events.inc({ environment: event.environment, release, phase: event.phase })
  }

  /** By the revision that the tab runs, and still by the one that is served now. */
  private isServed({ environment, revision }: Event, release: string, now: number): boolean {
    const current = this.currentOf(environment, now)
    if (!current || revision > current.revision || !current.releases.has(release)) return false
    if (revision === current.revision) return true
    return releasesIn(readRevision(this.site, environment, revision).document).includes(release)
  }

  private currentOf(environment: string, now: number): Current | null {
    const known = this.current.get(environment)
    if (known && now - known.readAt < READ_EVERY_MS) return known
    if (!environmentExists(this.site, environment)) return null
    const { revision, document } = readCurrent(this.site, environment).revision
    const current = { revision, releases: new Set(releasesIn(document)), readAt: now }
    this.current.set(environment, current)
    return current
  }

  private refuse(reason: Refused): void {
    this.refused.inc({ reason })
  }

  private hashOf = (address: string): string =>
    createHash('sha256').update(this.salt).update(address).digest('hex').slice(0, 12)

  /** Of what no environment serves any more nothing is kept. */
  private save(): void {
    if (!this.isChanged) return
    this.isChanged = false
    const served = new Set(
      environmentsOf(this.site).flatMap((name) =>
        releasesIn(readCurrent(this.site, name).revision.document).map((release) => `${name} ${release}`),
      ),
    )
    for (const key of this.sessions.keys()) if (!served.has(key)) this.sessions.delete(key)
    const sessions = Object.fromEntries(
      [...this.sessions].map(([key, known]) => [key, Object.fromEntries(known)]),
    )
    writeWhole(this.file, JSON.stringify({ salt: this.salt, sessions } satisfies Stored))
  }

  private addGauges(): void {
    const { site, sessions } = this
    new Gauge({
      name: 'console_delivery_sessions',
      help: 'Sessions that ran a release that is served, and those of them that failed',
      labelNames: ['environment', 'release', 'state'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [key, known] of sessions) {
          const [environment = '', release = ''] = key.split(' ')
          const failed = [...known.values()].filter(({ failedAt }) => failedAt !== undefined).length
          this.set({ environment, release, state: 'seen' }, known.size)
          this.set({ environment, release, state: 'failed' }, failed)
        }
      },
    })
    new Gauge({
      name: 'console_delivery_revision',
      help: 'Revision that an environment serves',
      labelNames: ['environment'],
      registers: [this.registry],
      collect() {
        for (const name of environmentsOf(site))
          this.set({ environment: name }, readCurrent(site, name).revision.revision)
      },
    })
  }
}

interface Current {
  revision: number
  releases: ReadonlySet<string>
  readAt: number
}

interface Stored {
  salt: string | undefined
  /** By environment and release, then by session. */
  sessions: Record<string, Record<string, Session>>
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
