import { DatabaseBusy } from '../db/failures'
import { DETACHED_SCHEMA, detachMonths, NOT_YET } from '../services/reports/detachMonths'
import { CommandError } from '@console/shared-kernel/command'
import { readMonth, readOptions, runCommand, logOf, TEXT, withExistingDatabase } from './command'

const NAME = 'detach-movements'
const USAGE = `Usage: npm run detach-movements -w api -- --before YYYY-MM
Takes the movements of the months before one (UTC) out of the reports' reach; their totals by day stay.
They are then tables of the schema ${DETACHED_SCHEMA}. Nothing brings them back.`

async function run(): Promise<void> {
  const before = readMonth('before', readOptions({ before: TEXT }).before)
  await withExistingDatabase(NAME, async (db) => {
    const months = await detachMonths(db, before, logOf(NAME)).catch(explain)
    process.stdout.write(`Detached: ${months.join(', ') || 'nothing'}\n`)
  })
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseBusy)) throw error
  throw new CommandError(`Others use these movements without a pause. ${NOT_YET}`)
}

runCommand(NAME, USAGE, run)
