import { UsageError } from '@console/shared-kernel/command'
import { grantTo } from '../db/roles'
import { readDatabaseLocation } from '../settings/settings'
import { readOption, runCommand, withConfiguredDatabase } from './command'

const NAME = 'migrate'
const USAGE = `Usage: npm run migrate -w api -- --grant-to ROLE
Brings the database up to date with this build and gives the servers' role its rights. DATABASE_URL names the owner.`

async function run(): Promise<void> {
  const role = readOption('grant-to')
  if (!readDatabaseLocation(process.env).databaseUrl)
    throw new UsageError('DATABASE_URL must name the database and its owner')
  await withConfiguredDatabase(NAME, (db) => grantTo(db, role))
  process.stdout.write(`The database is up to date with this build, and ${role} may serve it\n`)
}

runCommand(NAME, USAGE, run)
