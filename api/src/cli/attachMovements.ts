import { withDatabase } from '../db/database'
import { refuseMissing } from '../db/backupFiles'
import { DatabaseBusy } from '../db/failures'
import { attachMonths, DETACHED_SCHEMA } from '../services/reports/detachMonths'
import { readDatabaseLocation } from '../settings'
import { exitWith } from '../exitWith'
import { CommandError } from '../commandError'
import { readMonth, readOption, runCommand, sayOf } from './command'

const NAME = 'attach-movements'
const USAGE = `Usage: npm run attach-movements -w api -- --from YYYY-MM
Brings the movements of a month (UTC) and of those after it back from the schema ${DETACHED_SCHEMA}.`

async function run(): Promise<void> {
  const from = readMonth('from', readOption('from'))
  const location = readDatabaseLocation(process.env)
  if (!location.databaseUrl) refuseMissing(location.dataDir)
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase(location, fail, async (db) => {
    const months = await attachMonths(db, from, sayOf(NAME)).catch(explain)
    process.stdout.write(`Attached: ${months.join(', ') || 'nothing'}\n`)
  })
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseBusy)) throw error
  throw new CommandError('Nothing was attached: others use movements without a pause. Try again later')
}

runCommand(NAME, USAGE, run)
