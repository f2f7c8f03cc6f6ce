import { CommandError } from '@console/shared-kernel/command'
import type { Db } from '../db/schema'
import { checkInvariants, type InvariantResult } from '../services/invariants'
import { readOptions, runCommand, withExistingDatabase } from './command'

const NAME = 'check-invariants'
const USAGE = `Usage: npm run check-invariants -w api -- [--all-days]
Compares each credit with its last audit row, counts of machines with the machines, and the totals of a day (of all days)
with its movements. It changes nothing, and ends with 1 where something is wrong.`

async function run(): Promise<void> {
  const { 'all-days': allDays } = readOptions({ 'all-days': { type: 'boolean' } })
  // checking all days may take long, so each result is printed at once
  const onResult = ({ text }: InvariantResult) => void process.stdout.write(`${text}\n`)
  const check = (db: Db) => checkInvariants(db, { allDays: allDays === true, onResult })
  // a nightly check must not migrate
  const results = await withExistingDatabase(NAME, check, { migrate: false })
  const wrong = new Set(results.filter((one) => one.wrong > 0).map((one) => one.check))
  if (wrong.size > 0) throw new CommandError(`wrong: ${[...wrong].join(', ')}`)
}

runCommand(NAME, USAGE, run)
