import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/schema'
import { DatabaseBusy, OutcomeUnknown } from '../db/failures'
import { archiveAudit } from '../services/archiveAudit'
import { firstInstantAt } from '../services/reports/instantRange'
import { readSettings } from '../settings/settings'
import { MIN_RETENTION_SECONDS } from '../settings/settingTypes'
import { CommandError, UsageError } from '@console/shared-kernel/command'
import { readOptions, requireFullPath, runCommand, TEXT, withExistingDatabase } from './command'

const NAME = 'archive-audit'
const USAGE = `Usage: npm run archive-audit -w api -- --to FILE [--before YYYY-MM-DD]
Moves the rows of the audit that are older than AUDIT_RETENTION, or than the beginning of a day, into a new file.
Rows of the last 30 days stay: they are still in use.`

/** On PostgreSQL, DATABASE_URL must name the owner. */
async function run(): Promise<void> {
  const { to, before: day } = readOptions({ to: TEXT, before: TEXT })
  if (!to) throw new UsageError('--to is missing')
  const file = requireFullPath('to', to)
  const { TIME_ZONE, AUDIT_RETENTION } = process.env
  const { timeZone, auditRetention } = readSettings({ TIME_ZONE, AUDIT_RETENTION })
  if (day === undefined && auditRetention === null) {
    throw new UsageError('AUDIT_RETENTION is not set: choose with --before what to archive')
  }
  await withExistingDatabase(NAME, async (db) => {
    const asked =
      day === undefined ? await ago(db, auditRetention ?? 0) : await beginningOf(db, day, timeZone)
    const spared = await ago(db, MIN_RETENTION_SECONDS)
    const before = asked < spared ? asked : spared
    const rows = await archiveAudit(db, before, file).catch(explain)
    const what = `${rows} rows from before ${before.toISOString()}`
    process.stdout.write(rows === 0 ? `There are ${what}: no file is made\n` : `${what} are in ${file}\n`)
  })
}

const ago = async (db: Db, seconds: number): Promise<Date> =>
  new Date((await instant(db, sql`now()`)).getTime() - seconds * 1000)

/** @throws CommandError for an invalid day, and for one that has not begun */
async function beginningOf(db: Db, day: string, timeZone: string): Promise<Date> {
  if (!z.iso.date().safeParse(day).success) {
    throw new UsageError(`--before must be a day such as 2026-11-21, not '${day}'`)
  }
  const before = await instant(db, firstInstantAt(sql`${day}::timestamp`, timeZone))
  if (before > (await ago(db, 0)))
    throw new CommandError(`--before must not lie in the future, as ${day} does`)
  return before
}

async function instant(db: Db, expression: ReturnType<typeof sql>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${expression} as at`.execute(db)
  if (!rows[0]) throw new Error('A select without a table has one row')
  return rows[0].at
}

function explain(error: unknown): never {
  if (error instanceof DatabaseBusy) {
    throw new CommandError('Nothing was deleted: others write to the audit without a pause. Try again later')
  }
  if (error instanceof OutcomeUnknown) {
    throw new CommandError(
      'The connection broke at the end: the file is complete, the rows may be deleted or not',
    )
  }
  throw error
}

runCommand(NAME, USAGE, run)
