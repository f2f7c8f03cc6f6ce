import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogEvent } from 'kysely'
import { isOutOfSpace, reasonOf, isTransient } from '../failures'
import { embeddedEngine } from '../pglite/embedded'
import type { DatabaseLocation, Engine, OnQuery } from '../engine'
import { postgresEngine } from '../postgres/postgres'
import { migrateOrWait } from '../migrations/migrate'
import { createReplica, type ReplicaFigures, type ReplicaWork } from '../replica/replica'
import type { OnReplica } from '../replica/replicaWatch'
import type { Db, Schema } from '../schema'
import { transactOn, type Transact } from '../transact'
import { WORK_CLASSES, type WorkClass } from '../workClass'

type Databases = Readonly<Record<WorkClass, Db>>

export interface Database {
  dbs: Databases
  loadOf: Engine['loadOf']
  /** @throws CommandError if the database is in use or cannot be used */
  open(): Promise<void>
  /**
   * @param onWait called with each new reason to wait, such as a migration by another role
   * @throws CommandError
   */
  migrate(onWait: (why: string) => void): Promise<void>
  /**
   * Runs the parts of one list or report on a replica that is up to date, or else on the primary.
   * @param signal cancels the running statement, if the engine can
   */
  transactFor(work: ReplicaWork, signal?: AbortSignal): Transact
  replicaFigures: (() => ReplicaFigures) | null
  hasOneSession: Engine['hasOneSession']
  withGlobalLock: Engine['withGlobalLock']
  listen: Engine['listen']
  maintain(): Promise<boolean>
  limitLog(): Promise<void>
  close(): Promise<void>
}

interface DatabaseOptions {
  /** Called for each statement that fails because the disk is full. */
  onNoSpace?: (reason: string) => void
  onQuery?: OnQuery | undefined
  /** Called for each statement that succeeds. */
  onAnswer?: () => void
  replicaUrl?: string | null
  onReplica?: OnReplica
}

/** @param onCrash called when the embedded engine has died: nothing can be served any more */
export function createDatabase(
  location: DatabaseLocation,
  onCrash: (error: Error) => void,
  options: DatabaseOptions = {},
): Database {
  const { dataDir, databaseUrl, databaseDirectUrl, databaseConnections } = location
  const noop = (): void => undefined
  const { onNoSpace = noop, onAnswer = noop, onQuery, replicaUrl = null, onReplica = noop } = options
  const log = (event: LogEvent): void => {
    if (event.level === 'query') onAnswer()
    else if (isOutOfSpace(event.error)) onNoSpace(reasonOf(event.error))
    onQuery?.(event)
  }
  const engine = databaseUrl
    ? postgresEngine(databaseUrl, databaseConnections, databaseDirectUrl ?? databaseUrl)
    : embeddedEngine(dataDir, onCrash)
  const entries = WORK_CLASSES.map((work) => [
    work,
    new Kysely<Schema>({ dialect: engine.dialectFor(work), log }),
  ])
  const dbs = Object.fromEntries(entries) as Databases
  const replica =
    replicaUrl === null
      ? null
      : createReplica({
          url: replicaUrl,
          connections: databaseConnections,
          primary: dbs.interactive,
          onQuery,
          onChange: onReplica,
        })
  return {
    dbs,
    loadOf: (work) => engine.loadOf(work),
    open: async () => {
      await engine.open(dbs.background)
      replica?.open()
    },
    migrate: (onWait) =>
      migrateOrWait(
        {
          db: dbs.background,
          elsewhere: engine.hasOneSession ? null : dbs.interactive,
          withGlobalLock: engine.withGlobalLock,
        },
        onWait,
      ),
    transactFor: (work, signal) => {
      const cancelling = signal && { signal, cancelWith: engine.cancelWith, elsewhere: dbs.interactive }
      const onPrimary = transactOn(dbs[work], work, cancelling)
      return replica ? replica.transactFor(work, onPrimary, signal) : onPrimary
    },
    replicaFigures: replica && (() => replica.figures()),
    hasOneSession: engine.hasOneSession,
    withGlobalLock: engine.withGlobalLock,
    listen: engine.listen,
    maintain: () => engine.maintain(dbs.background),
    limitLog: () => engine.limitLog(dbs.background),
    close: async () => {
      await replica?.close()
      await Promise.all(Object.values(dbs).map((db) => db.destroy()))
      await engine.close()
    },
  }
}

/**
 * Opens, migrates and finally closes a database.
 * @param migrate false if the task needs only what the database has in every build
 * @throws CommandError
 */
export async function withDatabase<T>(
  location: DatabaseLocation,
  onCrash: (error: Error) => void,
  task: (db: Db) => Promise<T>,
  { migrate = true } = {},
): Promise<T> {
  const database = createDatabase(location, onCrash)
  try {
    await database.open()
    if (migrate) await database.migrate((why) => process.stderr.write(`${why}\n`))
    return await task(database.dbs.background)
  } finally {
    await database.close()
  }
}

const POLL_MS = 1_000

/**
 * Retries a step while the database server is unreachable. Rejections, such as of a password, are thrown at
 * once.
 * @param onWait called with each database failure
 */
export async function retryUntilReachable(
  step: () => Promise<void>,
  onWait: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const failure = [error, (error as Error).cause].find(isTransient)
      if (!failure) throw error
      onWait(failure)
      await sleep(POLL_MS)
    }
  }
}
