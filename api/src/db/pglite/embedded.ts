import { rmSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hostname } from 'node:os'
import { type FileLock, LockBusy, type LockWait, takeFileLock } from '@console/shared-kernel/lock'
import { sql } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import { DATABASE, MEMORY } from './embeddedFacts'
import { PgliteClient } from './client'
import { OneSession, pgliteDialect } from './dialect'
import type { Engine } from '../engine'

/**
 * @param onCrash called when the database thread has died or the lock is lost: nothing can be served any more
 */
export function embeddedEngine(dataDir: string, onCrash: (error: Error) => void): Engine {
  const session = new OneSession()
  let lock: FileLock | null = null
  let client: PgliteClient | null = null
  const opened = (): PgliteClient => {
    if (!client) throw new Error('The database is not open')
    return client
  }
  return {
    dialectFor: (work) => pgliteDialect(opened, session, work),
    loadOf: (work) => session.loadOf(work),
    open: async () => {
      if (dataDir === MEMORY) {
        client = await PgliteClient.open(MEMORY, null, onCrash)
        return
      }
      lock = await lockDirectory(dataDir, onCrash)
      const location = join(resolve(dataDir), DATABASE)
      // the engine's own lock file: if a disk fault left it empty, the engine would never open again
      try {
        rmSync(join(location, 'postmaster.pid'), { force: true })
      } catch (error) {
        throw cannotUse(dataDir, error as Error)
      }
      client = await PgliteClient.open(location, lock, onCrash)
    },
    hasOneSession: true,
    // the engine runs in one thread: a statement that has begun cannot be interrupted
    cancelWith: null,
    withGlobalLock: (task) => task(),
    listen: (listeners) => {
      const begin = async (): Promise<void> => {
        await session.acquire('background')
        const onNotified = (channel: string): void =>
          listeners[channel]?.forEach((listener) => listener.onNotified())
        await opened()
          .listen(Object.keys(listeners), onNotified)
          .finally(() => session.release())
        for (const listener of Object.values(listeners).flat()) listener.onListening()
      }
      // fails only if the engine has ended, which ends the server
      void begin().catch(() => undefined)
      return async () => undefined
    },
    maintain,
    limitLog,
    close: async () => {
      // after the last statement, and before the lock is released: another process may then open the directory
      if (client) await session.acquire('background').then(client.close.bind(client))
      lock?.release()
    },
  }
}

/** The engine has no autovacuum. One table per statement, so that requests run in between. */
const maintain: Engine['maintain'] = async (db) => {
  const { rows } = await sql<{ name: string; isWhole: boolean }>`
    select relname as name, relkind = 'p' as "isWhole" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(db)
  for (const { name, isWhole } of rows) {
    const what = isWhole ? sql`analyze` : sql`vacuum (analyze)`
    await sql`${what} ${sql.table(name)}`.execute(db)
  }
  await sql`checkpoint`.execute(db)
  return true
}

/** Four segments. PostgreSQL enforces its limit in a background process, which this engine does not have. */
const MAX_LOG_BYTES = 64 * 1024 * 1024

export const limitLog: Engine['limitLog'] = async (db) => {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`.execute(db)
  if ((rows[0]?.bytes ?? 0) > MAX_LOG_BYTES) await sql`checkpoint`.execute(db)
}

const LOCK = 'console-api.lock'
/** What an older version wrote next to its lock. */
const OWNER = 'console-api.owner'

/**
 * The embedded engine takes no lock, and two processes on one directory destroy its data. The lock is also
 * released when the process exits.
 * @param onLost called when another process may have the directory: stop writing
 * @throws CommandError naming a live owner
 */
export async function lockDirectory(
  dataDir: string,
  onLost: (error: CommandError) => void,
): Promise<FileLock> {
  const directory = resolve(dataDir)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const lock = await takeFileLock(join(directory, LOCK), `process ${process.pid} on ${hostname()}`, {
      onWait: (wait) => console.error(waitingFor(directory, wait)),
      onLost: (why) => onLost(lost(directory, why)),
    })
    rmSync(join(directory, OWNER), { force: true })
    process.once('exit', lock.release)
    return lock
  } catch (error) {
    if (error instanceof LockBusy) throw inUse(directory, error.wait)
    throw cannotUse(dataDir, error as Error)
  }
}

const cannotUse = (dataDir: string, { message }: Error): CommandError =>
  new CommandError(`DATA_DIR ${dataDir} cannot be used: ${message}`)

const named = ({ holder }: LockWait): string => (holder ? ` (${holder})` : '')

function inUse(directory: string, wait: LockWait): CommandError {
  return new CommandError(
    `The data directory ${directory} is in use by another server${named(wait)}. ` +
      'Stop it first. A second server needs another folder (DATA_DIR).',
  )
}

const waitingFor = (directory: string, wait: LockWait): string =>
  `The data directory ${directory} is locked by a server${named(wait)} that was killed or still runs: ` +
  `it is taken over after ${wait.limitMs / 1000} s without a heartbeat ...`

const lost = (directory: string, why: string): CommandError =>
  new CommandError(`The lock of the data directory ${directory} is lost: ${why}. Nothing more is written.`)
