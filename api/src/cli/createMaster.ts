import {
  isPassword,
  isUserName,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@console/shared-kernel/contracts/userRules'
import { openDatabase } from '../db/database'
import { hashPassword } from '../services/auth/passwords'
import { createMaster } from '../services/users/createMaster'
import { readDatabaseLocation } from '../settings'
import { StartError } from '../startError'
import { exitWith, readOption, runCommand } from './command'
import { readPassword } from './readPassword'

const NAME = 'create-master'
const USAGE =
  'Usage: npm run create-master -w api -- --username NAME   (the password comes from standard input)'

/** Makes the first Master of an empty installation. A server on the embedded engine must be stopped. */
async function run(): Promise<void> {
  const username = readOption('username', USAGE)
  if (!isUserName(username)) {
    throw new StartError(
      `The name must have 1 to 64 characters, no slash and no control characters.\n${USAGE}`,
    )
  }
  const password = await readPassword()
  if (!isPassword(password)) {
    throw new StartError(`The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`)
  }
  const database = await openDatabase(readDatabaseLocation(process.env), (error) => exitWith(NAME, error))
  try {
    const userId = await createMaster(database.db, username, await hashPassword(password))
    process.stdout.write(`Master '${username}' created with id ${userId}\n`)
  } finally {
    await database.close()
  }
}

runCommand(NAME, run)
