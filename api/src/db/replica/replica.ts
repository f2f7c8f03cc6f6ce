import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { OnQuery } from '../engine'
import type { Db, Schema } from '../schema'
import { postgresEngine } from '../postgres/postgres'
import { DatabaseBusy, DatabaseUnavailable, isDatabaseError } from '../failures'
import { transactOn, type Transact } from '../transact'
import { WORK_LIMITS, type WorkClass, type WorkLimits } from '../workClass'
import { REPLAY_TIMEOUT_MS, REPLAY_POLL_MS, ReplicaWatch, type OnReplica } from './replicaWatch'
import {
  readCommitted,
  readWalPosition,
  replayedUntil,
  replicaTimeline,
  type Committed,
} from '../postgres/walPosition'

export type ReplicaWork = Extract<WorkClass, 'lists' | 'reports'>

export interface ReplicaFigures {
  isUsed: boolean
  bytesBehind: number | null
  secondsBehind: number | null
  /** Parts of lists and reports, by the server that answered them. */
  answers: Readonly<Record<'replica' | 'primary', number>>
}

export interface Replica {
  /**
   * All parts see what was committed before the first of them was requested.
   * @param onPrimary runs a part on the primary
   * @param signal aborted when the client disconnects
   */
  transactFor(work: ReplicaWork, onPrimary: Transact, signal?: AbortSignal): Transact
  figures(): ReplicaFigures
  open(): void
  close(): Promise<void>
}

const ANSWER_MS = 1_000

/** Half the time, so that the primary can still answer after the replica has failed to. */
const halved = (limits: WorkLimits): WorkLimits => ({
  ...limits,
  waitMs: limits.waitMs / 2,
  statementMs: limits.statementMs / 2,
  lockMs: limits.lockMs / 2,
})

const REPLICA_LIMITS: Readonly<Record<WorkClass, WorkLimits>> = {
  ...WORK_LIMITS,
  lists: halved(WORK_LIMITS.lists),
  reports: halved(WORK_LIMITS.reports),
  background: { ...WORK_LIMITS.background, waitMs: ANSWER_MS, statementMs: ANSWER_MS, lockMs: ANSWER_MS },
}

class NotReplayedYet extends Error {
  override name = 'NotReplayedYet'
}

interface Options {
  url: string
  connections: number
  primary: Db
  onQuery: OnQuery | undefined
  onChange: OnReplica
}

export function createReplica({ url, connections, primary, onQuery, onChange }: Options): Replica {
  const engine = postgresEngine(url, connections, url, REPLICA_LIMITS)
  const open = (work: WorkClass, log?: OnQuery): Db => {
    const dialect = engine.dialectFor(work)
    return new Kysely<Schema>(log ? { dialect, log } : { dialect })
  }
  const dbs = { lists: open('lists', onQuery), reports: open('reports', onQuery) }
  const background = open('background')
  const watch = new ReplicaWatch(background, primary, onChange)
  const answers = { replica: 0, primary: 0 }
  const mustAnswer = (error: unknown, signal: AbortSignal | undefined): boolean =>
    signal?.aborted === true || !(error instanceof NotReplayedYet || isDatabaseError(error))

  function transactFor(work: ReplicaWork, onPrimary: Transact, signal?: AbortSignal): Transact {
    const cancelling = signal && { signal, cancelWith: engine.cancelWith, elsewhere: background }
    const onReplica = <T>(required: Committed, task: (trx: Db) => Promise<T>): Promise<T> =>
      dbs[work].connection().execute(async (connection) => {
        // before the transaction begins, whose first statement already takes its snapshot
        await waitUntilReplayed(connection, required)
        return transactOn(connection, work, cancelling)(task)
      })
    let committed: Promise<Committed> | null = null
    // stays true: back on the replica, a list would continue with older data
    let isOnPrimary = false
    return async (task) => {
      isOnPrimary ||= !watch.isUsed
      // a busy primary is not a fault of the replica
      const required = isOnPrimary ? null : await (committed ??= readCommitted(primary)).catch(() => null)
      if (required !== null) {
        try {
          const answer = await unlessAway(watch.away, onReplica(required, task))
          answers.replica += 1
          return answer
        } catch (error) {
          if (mustAnswer(error, signal)) throw error
          if (isSlow(error)) watch.rest(error.message)
        }
      }
      isOnPrimary = true
      const answer = await onPrimary(task)
      answers.primary += 1
      return answer
    }
  }

  return {
    transactFor,
    figures: () => ({
      isUsed: watch.isUsed,
      bytesBehind: watch.bytesBehind,
      secondsBehind: watch.secondsBehind,
      answers: { ...answers },
    }),
    open: () => watch.start(),
    close: async () => {
      await watch.stop()
      const closed = Promise.all([dbs.lists, dbs.reports, background].map((db) => db.destroy()))
      // a frozen replica would never close
      await Promise.race([closed, sleep(ANSWER_MS, undefined, { ref: false })])
    },
  }
}

async function waitUntilReplayed(connection: Db, { position, timeline }: Committed): Promise<void> {
  const start = performance.now()
  for (;;) {
    const { rows } = await sql<{ replayed: string | null; timeline: number }>`
      select ${replayedUntil} as replayed, ${replicaTimeline} as timeline`.execute(connection)
    const { replayed, timeline: followed } = rows[0]!
    if (followed !== timeline) throw new NotReplayedYet('The replica follows another timeline')
    if (replayed && readWalPosition(replayed) >= position) return
    if (performance.now() - start > REPLAY_TIMEOUT_MS) throw new NotReplayedYet('The replica is behind')
    await sleep(REPLAY_POLL_MS)
  }
}

/** Rejects when the replica goes away; the statement itself continues until its own time limit. */
function unlessAway<T>(away: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAway = (): void => reject(new DatabaseUnavailable('The replica does not answer'))
    if (away.aborted) onAway()
    away.addEventListener('abort', onAway, { once: true })
    answer.then(resolve, reject).finally(() => away.removeEventListener('abort', onAway))
  })
}

/** A statement or a lock took too long. Without a cause, the queue was full or no connection was free in time. */
const isSlow = (error: unknown): error is DatabaseBusy =>
  error instanceof DatabaseBusy && error.cause !== undefined
