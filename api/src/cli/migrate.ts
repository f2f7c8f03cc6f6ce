import { withDatabase } from '../db/connection/database'
import { grantTo } from '../db/roles'
import { readDatabaseLocation } from '../settings/settings'
import { exitWith } from '../foundation/exitWith'
import { readOption, runCommand, UsageError } from './command'

const NAME = 'migrate'
const USAGE = `Usage: npm run migrate -w api -- --grant-to ROLE
Brings the database up to date with this build and gives the servers' role its rights. DATABASE_URL names the owner.`

async function run(): Promise<void> {
  const role = readOption('grant-to')
  const location = readDatabaseLocation(process.env)
  if (!location.databaseUrl) throw new UsageError('DATABASE_URL must name the database and its owner')
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase(location, fail, (db) => grantTo(db, role))
  process.stdout.write(`The database is up to date with this build, and ${role} may serve it\n`)
}

runCommand(NAME, USAGE, run)
