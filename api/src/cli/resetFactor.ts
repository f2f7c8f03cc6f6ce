import { resetFactor } from '../services/users/commands'
import { readArgument, runCommand, withExistingDatabase } from './command'

const NAME = 'reset-factor'
const USAGE = `Usage: npm run reset-factor -w api -- USER
Removes the second factors and recovery codes of a user, and ends all sessions of that user.`

/** A server on the embedded engine must be stopped. */
async function run(): Promise<void> {
  const userName = readArgument('USER')
  const name = await withExistingDatabase(NAME, (db) => resetFactor(db, userName), { migrate: false })
  process.stdout.write(`'${name}' has no second factor any more; all sessions of that user are ended\n`)
}

runCommand(NAME, USAGE, run)
