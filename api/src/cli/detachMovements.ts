import { parseArgs } from 'node:util'
import { withDatabase } from '../db/database'
import { refuseMissing } from '../db/dataFiles'
import { DatabaseBusy } from '../db/failures'
import { DETACHED_SCHEMA, detachMonths, dropMonths, NOT_YET } from '../services/reports/detachMonths'
import { readDatabaseLocation } from '../settings'
import { StartError } from '../startError'
import { exitWith, runCommand } from './command'

const NAME = 'detach-movements'
const USAGE = `Usage: npm run detach-movements -w api -- --before YYYY-MM [--drop]
Takes the movements of the months before one (UTC) out of the reports' reach; their totals by day stay.
They are then tables of the schema ${DETACHED_SCHEMA}. With --drop those before the month are deleted.`

/** On the embedded engine the server must be stopped; on PostgreSQL DATABASE_URL names the owner. */
async function run(): Promise<void> {
  const { before: month = '', drop = false } = readArguments()
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new StartError(`--before must be a month such as 2026-03\n${USAGE}`)
  }
  const before = new Date(`${month}-01T00:00Z`)
  const location = readDatabaseLocation(process.env)
  if (!location.databaseUrl) refuseMissing(location.dataDir)
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase(location, fail, async (db) => {
    say('Detached', await detachMonths(db, before).catch(explain(NOT_YET)))
    if (drop) say('Dropped', await dropMonths(db, before).catch(explain('Try again later')))
  })
}

function readArguments() {
  try {
    return parseArgs({ options: { before: { type: 'string' }, drop: { type: 'boolean' } } }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

const say = (what: string, tables: readonly string[]): boolean =>
  process.stdout.write(`${what}: ${tables.length === 0 ? 'nothing' : tables.join(', ')}\n`)

const explain =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof DatabaseBusy)) throw error
    throw new StartError(`Others use these movements without a pause. ${what}`)
  }

runCommand(NAME, run)
