import type { Db } from '../db/schema'
import { namesOfMaster, resetMasterPassword } from '../services/users/commands'
import { readOption, runCommand, withExistingDatabase } from './command'
import { readNewPassword } from './newPassword'

const NAME = 'reset-master-password'
const USAGE = `Usage: npm run reset-master-password -w api -- --username NAME
Gives a Master a new password, which comes from standard input.`

async function run(): Promise<void> {
  const username = readOption('username')
  const reset = async (db: Db) =>
    resetMasterPassword(db, username, await readNewPassword(await namesOfMaster(db, username)))
  // migrating is a separate step
  const name = await withExistingDatabase(NAME, reset, { migrate: false })
  process.stdout.write(`Master '${name}' has a new password; all sessions of that user are ended\n`)
}

runCommand(NAME, USAGE, run)
