import { EVENT_NAMES } from '@console/shared-kernel/contracts'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReplicaFigures } from '../db/replica/replica'

/** The streams of `GET /api/events`. */
export interface EventFigures {
  streams: number
  /** Events sent, by name. */
  sent: ReadonlyMap<string, number>
  /** Seconds; 0 without streams. */
  lag: number
}

export interface StoredFacts {
  sessions: number
  /** Null while no day is rolled up. */
  rolledUpUntil: Date | null
  /** How long ago the oldest block still in place should have ended, in seconds; 0 without one. */
  blockEndDelay: number
  /** When all finding rules last ran, in any process. */
  attentionAt: Date | null
  /** The number of wrong rows by check, as last found by any process. Null before the first run. */
  invariants: { at: string; wrong: Readonly<Record<string, number>> } | null
  /** The last segment of the write-ahead log could not be archived. */
  archiveFails: boolean
}

export function registerInvariants(
  registers: Registry[],
  storedFacts: () => Promise<StoredFacts | null>,
  isChecked: boolean,
): void {
  const gauge = gaugesOf(registers)
  new Gauge({
    name: 'console_api_invariants_wrong',
    help: 'Rows that the last hourly check has found wrong, by check; absent before the first one',
    labelNames: ['check'] as const,
    registers,
    async collect() {
      const invariants = (await storedFacts())?.invariants
      this.reset()
      for (const [check, wrong] of Object.entries(invariants?.wrong ?? {})) this.set({ check }, wrong)
    },
  })
  const startedAt = Date.now() / 1000
  gauge(
    'console_api_invariants_timestamp_seconds',
    'When the last hourly check of any process ended, or when this one started if that is later; absent on the embedded engine, which has no such check',
    async () => {
      const facts = isChecked ? await storedFacts() : null
      return facts && Math.max(startedAt, Date.parse(facts.invariants?.at ?? '') / 1000 || 0)
    },
  )
  gauge(
    'console_api_wal_archive_fails',
    '1 while the last segment of the write-ahead log could not be archived, else 0',
    async () => (await storedFacts())?.archiveFails,
  )
}

export function registerAttention(
  registers: Registry[],
  storedFacts: () => Promise<StoredFacts | null>,
): void {
  const startedAt = Date.now() / 1000
  gaugesOf(registers)(
    'console_api_attention_timestamp_seconds',
    'When the last run that found what needs attention began, on any process, or when this one started if that is later; absent while the database does not answer',
    async () => {
      const facts = await storedFacts()
      return facts && Math.max(startedAt, (facts.attentionAt?.getTime() ?? 0) / 1000)
    },
  )
}

type Figure = number | boolean | null | undefined

/** Absent without a figure: an old value would look like a current one. */
export const gaugesOf =
  (registers: Registry[]) =>
  (name: string, help: string, figure: () => Figure | Promise<Figure>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const now = await figure()
        if (now === null || now === undefined) this.remove()
        else this.set(Number(now))
      },
    })
  }

export function registerReplica(registers: Registry[], figures: () => ReplicaFigures): void {
  const gauge = gaugesOf(registers)
  gauge(
    'console_api_replica_used',
    '1 while the replica answers lists and reports, 0 while the primary does in its place',
    () => figures().isUsed,
  )
  gauge(
    'console_api_replica_lag_bytes',
    'What of the write-ahead log the replica has not replayed; absent while it does not answer',
    () => figures().bytesBehind,
  )
  gauge(
    'console_api_replica_lag_seconds',
    'How long ago the primary was where the replica is; absent while that is not known',
    () => figures().secondsBehind,
  )
  new Counter({
    name: 'console_api_replica_answers_total',
    help: 'Parts of lists and reports, by the server that answered them',
    labelNames: ['server'] as const,
    registers,
    collect() {
      this.reset()
      for (const [server, parts] of Object.entries(figures().answers)) this.inc({ server }, parts)
    },
  })
}

export function registerEvents(registers: Registry[], figures: () => EventFigures): void {
  const gauge = gaugesOf(registers)
  gauge('console_api_event_streams', 'Open streams of events', () => figures().streams)
  gauge(
    'console_api_event_lag_seconds',
    'How late the last changes were read for the streams, or when it was last looked for some; 0 without streams',
    () => figures().lag,
  )
  new Counter({
    name: 'console_api_events_total',
    help: 'Events that streams were sent, by name',
    labelNames: ['event'] as const,
    registers,
    collect() {
      this.reset()
      for (const event of EVENT_NAMES) this.inc({ event }, figures().sent.get(event) ?? 0)
    },
  })
}
