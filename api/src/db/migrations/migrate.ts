import { setTimeout as sleep } from 'node:timers/promises'
import { Migrator, sql, type Migration } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import { createUsers } from './0001-users'
import { createSessions } from './0002-sessions'
import { createMachines } from './0003-machines'
import { createAudit } from './0004-audit'
import { addMachineSettings } from './0005-machine-settings'
import { prepareReports, boundMovements } from './0010-reports'
import { createTreeVersion } from './0011-tree-version'
import { createLoginAttempts } from './0012-login-attempts'
import { foldNames } from './0013-names'
import { addVersions } from './0015-versions'
import { addActivity } from './0016-activity'
import { guardClosing } from './0017-closing'
import { createServerProcesses } from './0018-server-processes'
import { notifySessionChanges } from './0019-session-changes'
import { keepMachineCounts } from './0020-machine-counts'
import { keepAllTypes, keepFinalTotals } from './0021-all-types-in-totals'
import { partitionMovements } from './0022-movement-months'
import { analyzeMovements } from './0023-analyze-movements'
import { rejectLateMovements } from './0025-late-movements'
import { countLoginRefusals } from './0026-login-refusals'
import { nameTreeColumns } from './0027-tree-columns'
import { announceChanges } from './0028-changes'
import { addAttention } from './0029-attention'
import { addReasonsAndBlockEnds } from './0030-reasons-and-block-ends'
import { addNotes } from './0031-notes'
import { describeSessions } from './0032-own-sessions'
import { addSecondFactors, noteKeptRecoveryCodes, noteProvedFactors } from './0033-second-factors'
import { indexActivitySearch, indexNoteSearch } from './0034-activity-search'
import { ATTEMPTS, withLockLimit, type OnBegin } from './lockWaits'
import { isLockTimeout } from '../failures'
import { countLive } from '../appState'
import type { Engine } from '../engine'
import type { Db } from '../schema'

/**
 * Migrations in order of their names. A file has the name of its first one. Never edit a released one: add a
 * new one.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-users': createUsers,
  '0002-sessions': createSessions,
  '0003-machines': createMachines,
  '0004-audit': createAudit,
  '0005-machine-settings': addMachineSettings,
  '0010-reports': prepareReports,
  '0011-tree-version': createTreeVersion,
  '0012-login-attempts': createLoginAttempts,
  '0013-names': foldNames,
  '0014-movement-bounds': boundMovements,
  '0015-versions': addVersions,
  '0016-activity': addActivity,
  '0017-closing': guardClosing,
  '0018-server-processes': createServerProcesses,
  '0019-session-changes': notifySessionChanges,
  '0020-machine-counts': keepMachineCounts,
  '0021-all-types-in-totals': keepAllTypes,
  '0022-movement-months': partitionMovements,
  '0023-analyze-movements': analyzeMovements,
  '0024-final-totals': keepFinalTotals,
  '0025-late-movements': rejectLateMovements,
  '0026-login-refusals': countLoginRefusals,
  '0027-tree-columns': nameTreeColumns,
  '0028-changes': announceChanges,
  '0029-attention': addAttention,
  '0030-reasons-and-block-ends': addReasonsAndBlockEnds,
  '0031-notes': addNotes,
  '0032-own-sessions': describeSessions,
  '0033-second-factors': addSecondFactors,
  '0034-activity-search': indexActivitySearch,
  '0035-kept-recovery-codes': noteKeptRecoveryCodes,
  '0036-note-search': indexNoteSearch,
  '0037-proved-factors': noteProvedFactors,
}

/** After one of these, processes of an older version would return wrong results or use dropped tables. */
const NEEDS_STOP: ReadonlySet<string> = new Set([
  '0021-all-types-in-totals',
  '0022-movement-months',
  '0024-final-totals',
])

const POLL_MS = 1_000
/** Kysely's own lock number, which servers of earlier builds also use. */
const MIGRATION_LOCK = '3853314791062309107'

const WAITING = 'waiting for the owner of the database: npm run migrate -w api -- --grant-to ROLE'

interface Where {
  db: Db
  /** Other connections to the same server; null if there are none. */
  elsewhere: Db | null
  withGlobalLock: Engine['withGlobalLock']
}

/**
 * @param onWait called with each new reason
 * @throws CommandError if a newer build has migrated, or a lock does not become free
 */
export async function migrateOrWait(
  { db, elsewhere, withGlobalLock }: Where,
  onWait: (why: string) => void,
  attempts = ATTEMPTS,
): Promise<void> {
  if (await mayCreate(db)) {
    const migrateAll = async (): Promise<void> => {
      await rejectLive(db)
      await withLockLimit((onBegin) => migrate(db, onBegin), elsewhere, onWait, attempts)
    }
    // processes register under the default lock, so none can between the count and the end
    return withGlobalLock(() => withGlobalLock(migrateAll), MIGRATION_LOCK)
  }
  if (await isBehind(db)) onWait(WAITING)
  while (await isBehind(db)) await sleep(POLL_MS)
}

/** @throws CommandError while servers run that a pending migration would break */
async function rejectLive(db: Db): Promise<void> {
  const live = await liveIfKnown(db)
  if (live === 0) return
  const done = await migrationsDone(db)
  const pending = Object.keys(MIGRATIONS).filter((name) => NEEDS_STOP.has(name) && !done.includes(name))
  if (pending.length === 0) return
  throw new CommandError(
    `${pending.join(', ')} cannot be migrated while processes of the API run (${live} on this database): ` +
      'stop all of them, then migrate (one that was killed counts for 35 s)',
  )
}

async function liveIfKnown(db: Db): Promise<number> {
  const { rows: tables } = await sql<{ present: boolean }>`
    select to_regclass('server_processes') is not null as present`.execute(db)
  return tables[0]?.present ? countLive(db) : 0
}

async function migrationsDone(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Takes no lock: only for a single process. @throws CommandError */
export async function migrate(db: Db, onBegin: OnBegin = async () => undefined): Promise<void> {
  const entries = Object.entries(MIGRATIONS).map(([name, { up }]): [string, Migration] => [
    name,
    { up: (trx) => onBegin(trx).then(() => up(trx)) },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(entries) }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  const { message } = error as Error
  if (failed && isLockTimeout(error))
    throw new CommandError(`migration ${failed.migrationName} waits for a lock`, { cause: error })
  if (failed) throw schemaMismatch(`migration ${failed.migrationName}: ${message}`, error)
  throw schemaMismatch(`a newer build has migrated it, or another branch (${message})${WAY_BACK}`, error)
}

const WAY_BACK = ". Start that build, or see 'Back to the older version' in docs/database.md"

const schemaMismatch = (why: string, cause?: unknown): CommandError =>
  new CommandError(`The database does not fit this build: ${why}`, { cause })

async function mayCreate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select has_schema_privilege(current_schema(), 'create') as allowed`.execute(db)
  return rows[0]?.allowed ?? false
}

/** Also true while grants are missing: they follow the migrations in a separate transaction. */
async function isBehind(db: Db): Promise<boolean> {
  const { rows: tables } = await sql<{ readable: boolean }>`
    select bool_and(has_table_privilege(t.oid, 'select')) as readable
    from pg_class m join pg_class t on t.relnamespace = m.relnamespace and t.relowner = m.relowner
    where m.oid = to_regclass('kysely_migration') and t.relkind in ('r', 'p')
      and not t.relispartition`.execute(db)
  if (!tables[0]?.readable) return true
  const done = await migrationsDone(db)
  const unknown = done.find((name) => !(name in MIGRATIONS))
  if (unknown !== undefined) throw schemaMismatch(`migration ${unknown} is of a newer build${WAY_BACK}`)
  return Object.keys(MIGRATIONS).some((name) => !done.includes(name))
}
