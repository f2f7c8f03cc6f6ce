import { Kysely } from 'kysely'
import type { OnStorage } from './diskSpace'
import { embeddedEngine } from './engine/embedded'
import type { DatabaseLocation, Engine, OnQuery } from './engine/engine'
import { postgresEngine } from './engine/postgres'
import { migrateOrWait } from './migrate'
import { createReplica, type ReplicaFigures, type ReplicaWork } from './replica/replica'
import type { OnReplica } from './replica/replicaWatch'
import type { Db, Schema } from './schema'
import { transactOn, type Transact } from './transact'
import { WORK_CLASSES, type WorkClass } from './workClass'

/** How each class of work reaches the database. */
export type Databases = Readonly<Record<WorkClass, Db>>

/** Said where the role may not migrate by itself. */
export const WAITING = 'waiting for the owner of the database: npm run migrate -w api -- --grant-to ROLE'

export interface Database {
  readonly dbs: Databases
  readonly loadOf: Engine['loadOf']
  /** Connects. @throws StartError when it is in use, or cannot be used */
  open(): Promise<void>
  /**
   * Brings it up to date with this build, or waits until another role has.
   * @param onWait called once, if it waits
   * @throws StartError
   */
  migrate(onWait: () => void): Promise<void>
  /**
   * For one list or report, whose parts are read each in a transaction of its own: from the replica where there
   * is one that has all that was committed before, else from the database itself.
   * @param signal cancels the statement that it is at, where the engine can
   */
  transactFor(work: ReplicaWork, signal?: AbortSignal): Transact
  /** Null where there is none. */
  readonly replicaFigures: (() => ReplicaFigures) | null
  /** Runs `task` in one server process at a time. */
  readonly withGlobalLock: Engine['withGlobalLock']
  readonly listen: Engine['listen']
  /** What must be done at a quiet hour. @returns whether this process did it */
  maintain(): Promise<boolean>
  /** Keeps the write-ahead log from growing without end; costs nothing while there is little of it. */
  limitLog(): Promise<void>
  /** Closes the engine when the statements before have finished. */
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly onStorage?: OnStorage
  /** Told of each statement when it has ended. */
  readonly onQuery?: OnQuery | undefined
  /** The address of a streaming replica. */
  readonly replicaUrl?: string | null
  readonly onReplica?: OnReplica
}

/**
 * The database, not yet opened.
 * @param onCrash the embedded engine died: nothing can be served any more.
 */
export function createDatabase(
  location: DatabaseLocation,
  onCrash: (error: Error) => void,
  options: DatabaseOptions = {},
): Database {
  const { dataDir, databaseUrl, databaseDirectUrl, databaseConnections } = location
  const { onStorage = () => undefined, onQuery, replicaUrl = null, onReplica = () => undefined } = options
  const engine = databaseUrl
    ? postgresEngine(databaseUrl, databaseConnections, databaseDirectUrl ?? databaseUrl)
    : embeddedEngine(dataDir, onCrash, onStorage)
  const entries = WORK_CLASSES.map((work) => {
    const dialect = engine.dialectFor(work)
    return [work, new Kysely<Schema>(onQuery ? { dialect, log: onQuery } : { dialect })]
  })
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
    migrate: (onWait) => migrateOrWait(dbs.background, engine.withGlobalLock, onWait),
    transactFor: (work, signal) => {
      const cancelling = signal && { signal, cancelWith: engine.cancelWith, elsewhere: dbs.interactive }
      const onPrimary = transactOn(dbs[work], work, cancelling)
      return replica ? replica.transactFor(work, onPrimary, signal) : onPrimary
    },
    replicaFigures: replica && (() => replica.figures()),
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

/** For a command: opened, brought up to date with this build, and closed whatever `task` does. @throws StartError */
export async function withDatabase<T>(
  location: DatabaseLocation,
  onCrash: (error: Error) => void,
  task: (db: Db) => Promise<T>,
): Promise<T> {
  const database = createDatabase(location, onCrash)
  try {
    await database.open()
    await database.migrate(() => process.stderr.write(`${WAITING}\n`))
    return await task(database.dbs.background)
  } finally {
    await database.close()
  }
}
