import { parseArgs } from 'node:util'
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
import { readPassword } from './readPassword'

const USAGE =
  'Usage: npm run create-master -w api -- --username NAME   (the password comes from standard input)'

/** Makes the first Master of an empty installation. A server on the embedded engine must be stopped. */
async function run(): Promise<void> {
  const { username } = readArguments()
  if (!username || !isUserName(username)) {
    throw new StartError(
      `The name must have 1 to 64 characters, no slash and no control characters.\n${USAGE}`,
    )
  }
  const password = await readPassword()
  if (!isPassword(password)) {
    throw new StartError(`The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`)
  }
  const database = await openDatabase(readDatabaseLocation(process.env), fail)
  try {
    const userId = await createMaster(database.db, username, await hashPassword(password))
    process.stdout.write(`Master '${username}' created with id ${userId}\n`)
  } finally {
    await database.close()
  }
}

function readArguments(): { username?: string } {
  try {
    return parseArgs({ options: { username: { type: 'string' } } }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

function fail(error: unknown): void {
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`create-master: ${text}\n`)
  process.exit(1)
}

run().catch(fail)
