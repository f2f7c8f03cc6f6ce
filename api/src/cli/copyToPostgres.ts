import { copyDatabase } from '../db/copy/copyDatabase'
import { openDatabase } from '../db/database'
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
  const from = await openDatabase({ ...target, databaseUrl: null }, fail)
  try {
    const to = await openDatabase(target, fail)
    try {
      await copyDatabase(from.db, to.db, ({ name, rows }) => process.stdout.write(`${name}: ${rows} rows\n`))
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  process.stdout.write('Everything is copied\n')
}

runCommand(NAME, copyToPostgres)
