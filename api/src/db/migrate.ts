import { Migrator, type Kysely, type Migration } from 'kysely'
import { StartError } from '../startError'
import { addMachineSettings, createAudit } from './migrations/entities'
import { createMachines } from './migrations/machines'
import { prepareReports } from './migrations/reports'
import { createSessions } from './migrations/sessions'
import { createTreeVersion } from './migrations/treeVersion'
import { createUsers } from './migrations/users'
import type { Schema } from './schema'

/** In order, by name. What has been released is never edited: add a new one. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-users': createUsers,
  '0002-sessions': createSessions,
  '0003-machines': createMachines,
  '0004-audit': createAudit,
  '0005-machine-settings': addMachineSettings,
  '0010-reports': prepareReports,
  '0011-tree-version': createTreeVersion,
}

/** Brings the database up to this build. @throws StartError when a newer build has been at it. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  const where = failed ? `migration ${failed.migrationName}` : 'the list of migrations'
  throw new StartError(`The database does not fit this build: ${where}: ${(error as Error).message}`)
}
