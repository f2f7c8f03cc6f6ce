import { Kysely, type LogEvent } from 'kysely'
import type { OnStorage } from './diskSpace'
import { embeddedEngine } from './engine/embedded'
import type { DatabaseLocation, Engine } from './engine/engine'
import { postgresEngine } from './engine/postgres'
import { DatabaseBusy } from './failures'
import { migrateOrWait } from './migrate'
import type { Schema } from './schema'
import { WORK_CLASSES, type WorkClass } from './workClass'

export type Db = Kysely<Schema>

/** How each class of work reaches the database. */
export type Databases = Readonly<Record<WorkClass, Db>>

export type CancellableTransaction = <T>(
  work: WorkClass,
  signal: AbortSignal,
  task: (trx: Db) => Promise<T>,
) => Promise<T>

/** Said where the role may not migrate by itself. */
export const WAITING = 'waiting for the owner of the database: npm run migrate -w api -- --grant-to ROLE'

export interface Database {
  readonly dbs: Databases
  readonly loadOf: Engine['loadOf']
  /** Connects. @throws StartError when it is in use, or cannot be used */
  open(): Promise<void>
  /**
   * Brings it up to this build, or waits until another role has.
   * @param onWait called once, if it waits
   * @throws StartError
   */
  migrate(onWait: () => void): Promise<void>
  /**
   * A transaction of a class of work, whose statement is cancelled when the signal is aborted (where the
   * engine can). @throws DatabaseBusy for what was cancelled
   */
  transaction: CancellableTransaction
  /** Runs `task` in one server process at a time. */
  readonly withGlobalLock: Engine['withGlobalLock']
  readonly listen: Engine['listen']
  /** What must be done at a quiet hour. */
  maintain(): Promise<void>
  /** Keeps the write-ahead log from growing without end; costs nothing while there is little of it. */
  limitLog(): Promise<void>
  /** Closes the engine when the statements before have finished. */
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly onStorage?: OnStorage
  /** Told of each statement when it has ended. */
  readonly onQuery?: ((event: LogEvent) => void) | undefined
}

/**
 * The database, not yet opened.
 * @param onCrash the embedded engine died: nothing can be served any more.
 */
export function createDatabase(
  location: DatabaseLocation,
  onCrash: (error: Error) => void,
  { onStorage = () => undefined, onQuery }: DatabaseOptions = {},
): Database {
  const { dataDir, databaseUrl, databaseDirectUrl, databaseConnections } = location
  const engine = databaseUrl
    ? postgresEngine(databaseUrl, databaseConnections, databaseDirectUrl ?? databaseUrl)
    : embeddedEngine(dataDir, onCrash, onStorage)
  const entries = WORK_CLASSES.map((work) => {
    const dialect = engine.dialectFor(work)
    return [work, new Kysely<Schema>(onQuery ? { dialect, log: onQuery } : { dialect })]
  })
  const dbs = Object.fromEntries(entries) as Databases
  return {
    dbs,
    loadOf: (work) => engine.loadOf(work),
    open: () => engine.open(dbs.background),
    migrate: (onWait) => migrateOrWait(dbs.background, onWait),
    transaction: (work, signal, task) =>
      dbs[work]
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          if (signal.aborted) throw new DatabaseBusy('The client has gone')
          const finish = await engine.cancelWith?.(trx, dbs.interactive, signal)
          try {
            return await task(trx)
          } finally {
            await finish?.()
          }
        }),
    withGlobalLock: engine.withGlobalLock,
    listen: engine.listen,
    maintain: () => engine.maintain(dbs.background),
    limitLog: () => engine.limitLog(dbs.background),
    close: async () => {
      await Promise.all(Object.values(dbs).map((db) => db.destroy()))
      await engine.close()
    },
  }
}

/**
 * Reads in a transaction: of what its class sets, a session keeps nothing behind a pooler, and a statement
 * that goes through 100,000 rows needs it (no JIT, a time limit).
 */
export const reading = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode('read only').execute(read)

/** For a command: opened, up to this build, and closed whatever `task` does. @throws StartError */
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
