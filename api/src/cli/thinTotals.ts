import { thinTotals } from '../services/reports/thinTotals'
import { readMonth, readOption, runCommand, withExistingDatabase } from './command'

const NAME = 'thin-totals'
const USAGE = `Usage: npm run thin-totals -w api -- --before YYYY-MM
Deletes the totals of the days before a month, but for the last day of each month that has totals. Reports stay correct.
Those that begin or end within one of these months become slower. Days of detached movements are left alone.`

async function run(): Promise<void> {
  const month = readOption('before')
  readMonth('before', month)
  await withExistingDatabase(NAME, async (db) => {
    const { days, rows } = await thinTotals(db, `${month}-01`, (day) =>
      process.stdout.write(`Thinned ${day}\n`),
    )
    process.stdout.write(`Days whose totals were deleted: ${days} (${rows} rows)\n`)
  })
}

runCommand(NAME, USAGE, run)
