import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../../startError'
import { MEMORY } from '../location'
import { lockDirectory, type DirectoryLock } from '../lock'
import { PgliteClient } from '../pglite/client'
import { pgliteDialect } from '../pglite/dialect'
import type { Engine } from './engine'

/**
 * Locks the directory and opens the database in it.
 * @param onCrash the database thread died: nothing can be served any more.
 * @throws StartError when the directory is in use or cannot be used.
 */
export async function openEmbedded(dataDir: string, onCrash: (error: Error) => void): Promise<Engine> {
  const lock = dataDir === MEMORY ? null : await lockDataDir(dataDir)
  const location = dataDir === MEMORY ? MEMORY : join(resolve(dataDir), 'pg')
  try {
    return {
      dialect: pgliteDialect(await PgliteClient.open(location, onCrash)),
      // nobody else has the directory
      alone: (task) => task(),
      maintain,
      release: () => lock?.release(),
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Makes the directory where it is missing. @throws StartError */
export async function lockDataDir(dataDir: string): Promise<DirectoryLock> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
  const lock = await lockDirectory(resolve(dataDir))
  process.once('exit', () => lock.release())
  return lock
}

/** The engine has no background processes. One table a statement, so that requests get in between. */
const maintain: Engine['maintain'] = async (db) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  await sql`checkpoint`.execute(db)
}
