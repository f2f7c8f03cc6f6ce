import { copyDatabase } from '../db/copy/copyDatabase'
import { withDatabase } from '../db/database'
import { refuseMissing } from '../db/dataFiles'
import { readDatabaseLocation } from '../settings'
import { StartError } from '../startError'
import { exitWith, runCommand } from './command'

const NAME = 'copy-to-postgres'

/** Copies the embedded database in DATA_DIR, whose server must be stopped, into the empty one of DATABASE_URL. */
async function copyToPostgres(): Promise<void> {
  const target = readDatabaseLocation(process.env)
  if (!target.databaseUrl) throw new StartError('DATABASE_URL must name the database to copy into')
  refuseMissing(target.dataDir)
  const fail = (error: Error) => exitWith(NAME, error)
  await withDatabase({ ...target, databaseUrl: null }, fail, (from) =>
    withDatabase(target, fail, (to) =>
      copyDatabase(from, to, ({ name, rows }) => process.stdout.write(`${name}: ${rows} rows\n`)),
    ),
  )
  process.stdout.write('Everything is copied\n')
}

runCommand(NAME, copyToPostgres)
