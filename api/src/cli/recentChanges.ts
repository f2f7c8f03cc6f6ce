import { UsageError } from '@console/shared-kernel/command'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { STARTS } from '../services/serverProcesses'
import { readOptions, runCommand, TEXT, withExistingDatabase } from './command'

const NAME = 'recent-changes'
const USAGE = `Usage: npm run recent-changes -w api -- [--hours N]
Lists process starts, migrations, changed passwords and second factors, unlocked users, ended sessions, and
archived or detached data from the last N hours (default 12). For releases and settings, see console-delivery
history; for starts without a database, see the log of each process.`

/** What somebody on call looks for first. Sessions that users ended themselves are left out. */
const KINDS = [
  'user.password',
  'user.unlock',
  'user.factor',
  'user.factor-reset',
  'session.end',
  'audit.archive',
  'movements.detach',
  'movements.attach',
]
const MAX_HOURS = 100_000

async function run(): Promise<void> {
  const { hours = '12' } = readOptions({ hours: TEXT })
  if (!/^\d{1,6}$/.test(hours) || Number(hours) < 1 || Number(hours) > MAX_HOURS)
    throw new UsageError(`--hours must be a whole number from 1 to ${MAX_HOURS}`)
  // also on a database that a newer build has migrated: that may be the change in question
  const lines = await withExistingDatabase(NAME, (db) => readChanges(db, Number(hours)), { migrate: false })
  for (const line of lines) process.stdout.write(`${line}\n`)
  if (lines.length === 0) process.stderr.write(`The database has no changes from the last ${hours} hours\n`)
}

async function readChanges(db: Db, hours: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with recent as (
      select "timestamp"::timestamptz as at, 'migration ' || name as what from kysely_migration
      union all
      select (start ->> 'at')::timestamptz, concat_ws(' ', 'start', start ->> 'build', 'on', start ->> 'host')
      from app_state, jsonb_array_elements(value) as start where key = ${STARTS}
      union all
      select a.at, concat_ws(' ', a.action, a.subject, u.user_name, 'by ' || by.user_name, a.after ->> 'command')
      from audit a left join users by on by.user_id = a.actor_id left join users u on u.user_id = a.subject_user_id
      where a.action in (${sql.join(KINDS)}) and (a.action <> 'session.end' or a.actor_id <> a.subject_user_id)
        and a.at > now() - make_interval(hours => ${hours}::int))
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '  ' || what as line
    from recent where at > now() - make_interval(hours => ${hours}::int) order by at desc`.execute(db)
  return rows.map(({ line }) => line)
}

runCommand(NAME, USAGE, run)
