import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { StartError } from '../startError'
import { MEMORY } from './location'
import { lockDirectory, type DirectoryLock } from './lock'
import { migrate } from './migrate'
import { PgliteClient } from './pglite/client'
import { pgliteDialect } from './pglite/dialect'
import type { Schema } from './schema'

export type Db = Kysely<Schema>

export interface OpenDatabase {
  readonly db: Db
  /** Closes the engine, then gives the directory back. */
  close(): Promise<void>
}

/**
 * Locks the directory, opens the database in it and brings it up to this build.
 * @param onCrash the database thread died: nothing can be served any more.
 * @throws StartError when the directory is in use or cannot be used.
 */
export async function openDatabase(dataDir: string, onCrash: (error: Error) => void): Promise<OpenDatabase> {
  const lock = dataDir === MEMORY ? null : await lockOwnDirectory(dataDir)
  try {
    const client = await PgliteClient.open(
      dataDir === MEMORY ? MEMORY : join(resolve(dataDir), 'pg'),
      onCrash,
    )
    const db = new Kysely<Schema>({ dialect: pgliteDialect(client) })
    await migrate(db)
    return {
      db,
      close: async () => {
        await db.destroy()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

async function lockOwnDirectory(dataDir: string): Promise<DirectoryLock> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`)
  }
  const lock = await lockDirectory(resolve(dataDir))
  process.once('exit', () => lock.release())
  return lock
}
