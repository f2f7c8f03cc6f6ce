import { withDatabase } from '../db/database'
import { grantTo } from '../db/roles'
import { readDatabaseLocation } from '../settings'
import { StartError } from '../startError'
import { exitWith, readOption, runCommand } from './command'

const NAME = 'migrate'
const USAGE = 'Usage: npm run migrate -w api -- --grant-to ROLE   (DATABASE_URL names the owner)'

/** Brings a PostgreSQL database up to this build and gives the servers' role what it needs, nothing more. */
async function run(): Promise<void> {
  const role = readOption('grant-to', USAGE)
  const location = readDatabaseLocation(process.env)
  if (!location.databaseUrl)
    throw new StartError(`DATABASE_URL must name the database and its owner\n${USAGE}`)
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase(location, fail, (db) => grantTo(db, role))
  process.stdout.write(`The database is up to this build, and ${role} may serve it\n`)
}

runCommand(NAME, run)
