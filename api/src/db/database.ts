import { Kysely } from 'kysely'
import { openEmbedded } from './engine/embedded'
import type { DatabaseLocation, Engine } from './engine/engine'
import { openPostgres } from './engine/postgres'
import { migrate } from './migrate'
import type { Schema } from './schema'

export type Db = Kysely<Schema>

export interface OpenDatabase {
  readonly db: Db
  /** Runs `task` in one server process at a time. */
  readonly alone: Engine['alone']
  /** What must be done at a quiet hour. */
  maintain(): Promise<void>
  /** Closes the engine when the statements before have finished. */
  close(): Promise<void>
}

/**
 * Opens the database and brings it up to this build.
 * @param onCrash the embedded engine died: nothing can be served any more.
 * @throws StartError when it is in use, or cannot be used.
 */
export async function openDatabase(
  { dataDir, databaseUrl, databaseConnections }: DatabaseLocation,
  onCrash: (error: Error) => void,
): Promise<OpenDatabase> {
  const engine = databaseUrl
    ? await openPostgres(databaseUrl, databaseConnections)
    : await openEmbedded(dataDir, onCrash)
  const db = new Kysely<Schema>({ dialect: engine.dialect })
  const close = async () => {
    await db.destroy()
    engine.release()
  }
  try {
    await migrate(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, alone: engine.alone, maintain: () => engine.maintain(db), close }
}
