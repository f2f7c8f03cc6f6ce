import { DatabaseBusy } from '../db/failures'
import { DETACHED_SCHEMA, detachMonths, dropMonths, NOT_YET } from '../services/reports/detachMonths'
import { CommandError } from '../foundation/commandError'
import { readMonth, readOptions, runCommand, sayOf, TEXT, withExistingDatabase } from './command'

const NAME = 'detach-movements'
const USAGE = `Usage: npm run detach-movements -w api -- --before YYYY-MM [--drop]
Takes the movements of the months before one (UTC) out of the reports' reach; their totals by day stay.
They are then tables of the schema ${DETACHED_SCHEMA}. With --drop those before the month are deleted.`

async function run(): Promise<void> {
  const { before: month, drop } = readOptions({ before: TEXT, drop: { type: 'boolean' } })
  const before = readMonth('before', month)
  await withExistingDatabase(NAME, async (db) => {
    say('Detached', await detachMonths(db, before, sayOf(NAME)).catch(explain(NOT_YET)))
    if (drop) say('Dropped', await dropMonths(db, before).catch(explain('Try again later')))
  })
}

const say = (what: string, tables: readonly string[]): boolean =>
  process.stdout.write(`${what}: ${tables.length === 0 ? 'nothing' : tables.join(', ')}\n`)

const explain =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof DatabaseBusy)) throw error
    throw new CommandError(`Others use these movements without a pause. ${what}`)
  }

runCommand(NAME, USAGE, run)
