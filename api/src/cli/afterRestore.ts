import { sql } from 'kysely'
import { countLive } from '../db/appState'
import type { Db } from '../db/schema'
import { CommandError } from '@console/shared-kernel/command'
import { LOST_VERSIONS } from '../services/writes/staleVersions'
import { readOptions, runCommand, withExistingDatabase } from './command'

const VERSIONS = [
  ['users', ['version']],
  ['machines', ['version', 'config_version', 'credit_version']],
  ['games', ['version']],
  ['game_settings', ['version']],
] as const

/**
 * Ends all sessions, so that ended ones stay ended, and changes all versions, so that data read during the
 * lost time overwrites nothing and browsers do not reuse a cached list.
 * @returns the number of sessions that ended
 * @throws CommandError while servers are running: it may be the wrong database
 */
const afterRestore = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const live = await countLive(trx)
    if (live > 0) {
      throw new CommandError(
        `processes of the API run on this database (${live}): is it the restored one? Nothing was changed. ` +
          'Stop all of them first (one that was killed, or ran at the moment of the backup, counts for 35 s)',
      )
    }
    for (const [table, columns] of VERSIONS) {
      const moved = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${LOST_VERSIONS}`)
      await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(trx)
    }
    await sql`update tree_version set version = gen_random_uuid()`.execute(trx)
    await takeOverAudit(trx)
    // `login_refusals` is kept: servers write its counts to the audit when their window ends
    await trx.deleteFrom('login_attempts').execute()
    await trx.deleteFrom('sign_in_challenges').execute()
    // those processes do not run on this database, so another TIME_ZONE may be set
    await trx.deleteFrom('server_processes').execute()
    const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })

/**
 * Audit rows from another server may have transaction ids that this one has not reached yet. Once it does,
 * they would be sent to event streams as if they were new.
 */
async function takeOverAudit(trx: Db): Promise<void> {
  const isAhead = sql`xid >= pg_current_xact_id()`
  const { rows } = await sql`select from audit where ${isAhead} limit 1`.execute(trx)
  if (rows.length === 0) return
  await sql`alter table audit disable trigger audit_append_only`.execute(trx)
  await sql`update audit set xid = pg_current_xact_id() where ${isAhead}`.execute(trx)
  await sql`alter table audit enable trigger audit_append_only`.execute(trx)
}

const NAME = 'after-restore'
const USAGE = `Usage: npm run after-restore -w api
Run it on each database that was restored from a backup, before its servers start. It ends all sessions, forgets failed
sign-ins, and moves all versions on, so that a tab with data of the lost time changes nothing.`

async function run(): Promise<void> {
  readOptions({})
  const ended = await withExistingDatabase(NAME, afterRestore)
  process.stdout.write(`All versions are moved on; sessions that were ended: ${ended}\n`)
}

runCommand(NAME, USAGE, run)
