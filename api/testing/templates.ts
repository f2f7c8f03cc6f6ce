import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { alone, builtAt, ensureBuilt, WORK_FOLDER } from './build'
import { createDatabase, onCluster } from './engine'

/** Creating a database takes seconds and copying one does not, so each build creates each template once. */
export async function templateFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  await ensureBuilt()
  const prefix = `test-${name}-`
  const folder = join(WORK_FOLDER, `${prefix}${Math.floor(builtAt())}`)
  await alone(name, async () => {
    if (existsSync(folder)) return
    for (const earlier of readdirSync(WORK_FOLDER).filter((other) => other.startsWith(prefix))) {
      rmSync(join(WORK_FOLDER, earlier), { recursive: true, force: true })
    }
    const draft = `${folder}.draft`
    await make(draft)
    renameSync(draft, folder)
  })
  return folder
}

/** The same for the PostgreSQL cluster, which exists for one test run. */
export async function templateDatabase(
  name: string,
  make: (database: string) => Promise<void>,
): Promise<string> {
  await ensureBuilt()
  await alone(`${name}-on-postgres`, async () => {
    if ((await onCluster('select 1 from pg_database where datname = $1', [name])).length > 0) return
    const draft = `${name}_draft`
    await onCluster(`drop database if exists ${draft}`)
    await createDatabase(draft)
    await make(draft)
    await onCluster(`alter database ${draft} rename to ${name}`)
  })
  return name
}
