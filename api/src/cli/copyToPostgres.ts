import { copyDatabase } from '../db/copy/copyDatabase'
import { withDatabase } from '../db/connection/database'
import { refuseMissing } from '../db/backup/backupFiles'
import { listDetached } from '../services/reports/detachMonths'
import { readDatabaseLocation } from '../settings/settings'
import { exitWith } from '../foundation/exitWith'
import { readOptions, runCommand, UsageError } from './command'

const NAME = 'copy-to-postgres'
const USAGE = `Usage: npm run copy-to-postgres -w api
Copies the embedded database in DATA_DIR, whose server must be stopped, into the empty one of DATABASE_URL.`

async function run(): Promise<void> {
  readOptions({})
  const target = readDatabaseLocation(process.env)
  if (!target.databaseUrl) throw new UsageError('DATABASE_URL must name the database to copy into')
  refuseMissing(target.dataDir)
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase({ ...target, databaseUrl: null }, fail, (from) =>
    withDatabase(target, fail, async (to) => {
      await copyDatabase(from, to, ({ name, rows }) => say(`${name}: ${rows} rows`))
      for (const name of await listDetached(from)) say(`Not copied: ${name} (detached)`)
    }),
  )
  say('Everything is copied')
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

runCommand(NAME, USAGE, run)
