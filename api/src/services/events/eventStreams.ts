import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, STREAM_SECONDS } from '@console/shared-kernel/contracts'
import { Limiter } from '@console/shared-kernel/lock'
import type { Listener } from '../../db/engine'
import { reasonOf } from '../../db/failures'
import type { Db } from '../../db/schema'
import { oneAtATime } from '../../foundation/oneAtATime'
import { findLiveSessions } from '../auth/session'
import type { SessionUser } from '../tree'
import { ChangeReader } from './changeReader'
import { readChanges, type Round } from './changes'
import { EventStream, type Sink } from './eventStream'
import { readSnapshot, type Snapshot } from './snapshot'

/** The tabs of a browser share one stream; the second is for a tab that takes it over. */
const MAX_OF_SESSION = 2
const TICK_MS = 1_000
/** Many sessions may end at once. */
const CHECK_PAUSE_MS = 200
/** The interval of checks for lost notifications: a network that drops one does not close the connection. */
const CHECK_EVERY_MS = 10_000
/**
 * How many streams catch up at a time: when a process ends, all of its clients reconnect at once. One user's
 * streams take turns, so that they leave room for others.
 */
const CATCHING_UP = 2
/**
 * Maximum length of a client's position, enough for a few hundred concurrent transactions. A client with a
 * longer one reloads its lists.
 */
const MAX_POSITION = 4_000
/**
 * How long reads may fail before streams end: without a stream, a page shows how old its lists are, and
 * refreshes them.
 */
const MAX_FAILING_MS = 5_000
/** Streams end up to a minute early, so that those that began together do not end together. */
const SPREAD_MS = 60_000

/**
 * The open streams of this process. Changes are read once for all of them: when the database announces any,
 * and at least once a second.
 */
export class EventStreams {
  readonly onChanges: Listener
  readonly onSessions: Listener
  private readonly db: Db
  private readonly log: () => FastifyBaseLogger
  private readonly streams = new Set<EventStream>()
  private readonly reader: ChangeReader
  private readonly catchingUp = new Limiter(CATCHING_UP)
  /** One limiter for each user whose streams wait or read. */
  private readonly turns = new Map<number, Limiter>()
  private readonly idleSeconds: number | null
  private readonly sent = new Map<EventName, number>()
  private readonly checkSessions = oneAtATime(() => this.endSignedOut())
  private timer: NodeJS.Timeout | null = null
  private listens = false
  private checkedAt = 0
  /** When the first session ends unless it is used, in milliseconds since 1970. */
  private nextEndAt = Infinity
  /** Whether the last read failed, and, while there are streams, since when reads have been failing. */
  private hasFailed = false
  private failingSince: number | null = null

  /** @param idleSeconds seconds without a call after which a session ends; null: no limit */
  constructor(db: Db, log: () => FastifyBaseLogger, idleSeconds: number | null) {
    this.db = db
    this.idleSeconds = idleSeconds
    this.log = log
    this.reader = new ChangeReader(
      db,
      (round) => this.deliver(round),
      (error) => this.noteReading(error),
    )
    this.onChanges = {
      onListening: () => this.reader.poll(),
      onNotified: () => this.reader.poll(),
      onLost: () => undefined,
    }
    this.onSessions = {
      onListening: () => {
        this.listens = true
        this.checkSessions()
      },
      onNotified: () => this.checkSessions(),
      onLost: () => (this.listens = false),
    }
  }

  /**
   * A third stream of a session ends the oldest one.
   *
   * @param position the client's position, if any: what was committed since then is sent
   * @returns a function to call on disconnect
   */
  open(viewer: SessionUser, sink: Sink, position: string | null): () => void {
    const now = performance.now()
    const stream = new EventStream(viewer, sink, {
      now,
      endsAt: now + STREAM_SECONDS * 1000 - Math.random() * SPREAD_MS,
      onSent: (name) => this.sent.set(name, (this.sent.get(name) ?? 0) + 1),
    })
    const others = [...this.streams].filter((one) => one.viewer.sessionId === viewer.sessionId)
    for (const oldest of others.slice(0, others.length - MAX_OF_SESSION + 1)) this.end(oldest)
    this.streams.add(stream)
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref()
    // the guard's check may be a second old
    this.checkSessions()
    void this.begin(stream, position).catch((error: unknown) => {
      this.log().warn({ reason: reasonOf(error) }, 'a stream of events could not begin')
      this.end(stream)
    })
    return () => this.remove(stream)
  }

  endAll(): void {
    for (const stream of this.streams) this.end(stream)
  }

  /** Figures for the metrics; `lag` is in seconds. */
  figures(): { streams: number; sent: ReadonlyMap<EventName, number>; lag: number } {
    return { streams: this.streams.size, sent: this.sent, lag: this.reader.lag }
  }

  private async begin(stream: EventStream, position: string | null): Promise<void> {
    const here = await this.reader.begin()
    if (this.streams.size === 0) this.reader.stop()
    if (position === null) return stream.beginAt(here, performance.now())
    const from = position.length <= MAX_POSITION ? readSnapshot(position) : null
    const again: Round = { to: here, changes: null, attention: [], age: 0 }
    const missed = from ? await this.readMissed(stream, from) : again
    if (missed) stream.beginAfter(missed, performance.now())
  }

  /** @returns null for a stream that has ended before its turn */
  private readMissed(stream: EventStream, from: Snapshot): Promise<Round | null> {
    const { viewer } = stream
    const turn = this.turns.get(viewer.userId) ?? new Limiter(1)
    this.turns.set(viewer.userId, turn)
    const hasEnded = (): boolean => !this.streams.has(stream)
    return turn.run(async () => {
      try {
        if (hasEnded()) return null
        return await this.catchingUp.run(() => (hasEnded() ? null : readChanges(this.db, from, viewer)))
      } finally {
        if (turn.waiting === 0) this.turns.delete(viewer.userId)
      }
    })
  }

  private deliver(round: Round): void {
    const now = performance.now()
    for (const stream of this.streams) stream.deliver(round, now)
  }

  private tick(): void {
    const now = performance.now()
    if (this.failingSince !== null && now - this.failingSince >= MAX_FAILING_MS) this.endAll()
    for (const stream of this.streams) if (!stream.tick(now)) this.remove(stream)
    this.reader.poll()
    const isDue = Date.now() >= this.nextEndAt || now - this.checkedAt >= CHECK_EVERY_MS
    if (isDue || !this.listens) this.checkSessions()
  }

  private end(stream: EventStream): void {
    stream.end(performance.now())
    this.remove(stream)
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream)
    if (this.streams.size > 0 || !this.timer) return
    this.reader.stop()
    clearInterval(this.timer)
    this.timer = null
    // nothing is read without streams
    this.failingSince = null
  }

  private async endSignedOut(): Promise<void> {
    const streams = [...this.streams]
    if (streams.length === 0) return
    try {
      const ids = new Set(streams.map(({ viewer }) => viewer.sessionId))
      const live = await findLiveSessions(this.db, [...ids], this.idleSeconds)
      this.checkedAt = performance.now()
      this.nextEndAt = Math.min(...[...live.values()].map((endsAt) => endsAt.getTime()))
      for (const stream of streams) if (!live.has(stream.viewer.sessionId)) this.end(stream)
    } catch {
      // retried at the next tick; without the database nothing can be read for these streams anyway
      this.checkedAt = -Infinity
    }
    await sleep(CHECK_PAUSE_MS, undefined, { ref: false })
  }

  private noteReading(error: unknown): void {
    if (error === null && this.hasFailed) this.log().info('changes are read again for the streams of events')
    else if (error !== null && !this.hasFailed)
      this.log().warn({ reason: reasonOf(error) }, 'changes cannot be read for the streams of events')
    this.hasFailed = error !== null
    this.failingSince = error === null ? null : (this.failingSince ?? performance.now())
  }
}
