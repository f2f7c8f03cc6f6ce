import type { Db } from '../db/schema'
import { lockedAddresses } from '../services/auth/loginLimits'
import { unlockUser } from '../services/users/commands'
import { readLoginWindow } from '../settings/settings'
import { readArgument, runCommand, withExistingDatabase } from './command'

const NAME = 'unlock'
const USAGE = `Usage: npm run unlock -w api -- USER
Forgets the failed sign-ins of a user, who can then sign in at once. Names addresses from which no user can: nothing
unlocks those, which ends by itself after LOGIN_WINDOW (15 minutes) at most.`

async function run(): Promise<void> {
  const userName = readArgument('USER')
  const window = readLoginWindow(process.env)
  const unlock = async (db: Db) => {
    process.stdout.write(`'${await unlockUser(db, userName)}' is unlocked\n`)
    for (const { address, until } of await lockedAddresses(db, window))
      process.stdout.write(
        `nobody can sign in from ${address} until ${until.toISOString()}: too many wrong passwords came from there. This ends by itself, nothing unlocks it sooner\n`,
      )
  }
  // an emergency at night is no time for a migration
  await withExistingDatabase(NAME, unlock, { migrate: false })
}

runCommand(NAME, USAGE, run)
