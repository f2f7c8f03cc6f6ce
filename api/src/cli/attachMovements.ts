import { nowIn } from '@console/shared-kernel/rules'
import { DatabaseBusy } from '../db/failures'
import { attachMonths, DETACHED_SCHEMA } from '../services/reports/detachMonths'
import { CommandError } from '../foundation/commandError'
import { readMonth, readOption, runCommand, sayOf, withExistingDatabase } from './command'

const NAME = 'attach-movements'
const USAGE = `Usage: npm run attach-movements -w api -- --from YYYY-MM
Brings the movements of a month (UTC) and of those after it back from the schema ${DETACHED_SCHEMA}.`

async function run(): Promise<void> {
  const from = readMonth('from', readOption('from'))
  await withExistingDatabase(NAME, async (db) => {
    const { months, keptFrom } = await attachMonths(db, from, sayOf(NAME)).catch(explain)
    process.stdout.write(`Attached: ${months.join(', ') || 'nothing'}\n`)
    const since = keptFrom ? `from ${nowIn('UTC', keptFrom).day} (UTC) on` : 'of all time'
    process.stdout.write(`Lists and parts of days have the movements ${since}\n`)
  })
}

function explain(error: unknown): never {
  if (!(error instanceof DatabaseBusy)) throw error
  throw new CommandError('Nothing was attached: others use movements without a pause. Try again later')
}

runCommand(NAME, USAGE, run)
