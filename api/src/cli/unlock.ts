import { unlockUser } from '../services/users/commands'
import { readArgument, runCommand, withExistingDatabase } from './command'

const NAME = 'unlock'
const USAGE = `Usage: npm run unlock -w api -- USER
Forgets the failed sign-ins of a user, who can then sign in from anywhere at once.`

/** A server on the embedded engine must be stopped. */
async function run(): Promise<void> {
  const userName = readArgument('USER')
  const name = await withExistingDatabase(NAME, (db) => unlockUser(db, userName))
  process.stdout.write(`'${name}' is unlocked\n`)
}

runCommand(NAME, USAGE, run)
