import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './cleanUp'
import { createDatabase, databaseOf, onPostgres, urlOf } from './engine'
import { sqlAt } from './sql'
import { launch, startApi, whenReady, type Api, type Environment } from './server'
import { templateDatabase, templateFolder } from './templates'

const folderOfDemo = () =>
  templateFolder('demo', async (folder) => {
    // creating an empty database takes as long as filling it, so one is copied; few test files need this module
    const { emptyTemplate } = await import('./database')
    cpSync(await emptyTemplate(), join(folder, 'pg'), { recursive: true })
    await seed({ DATA_DIR: folder })
    rmSync(join(folder, 'token-secret'))
  })

const databaseOfDemo = () =>
  templateDatabase('demo', async (database) => {
    await seed({ DATABASE_URL: urlOf(database), TOKEN_SECRET: 'x'.repeat(32) })
    age(urlOf(database))
  })

async function seed(env: Environment): Promise<void> {
  const seeding = await whenReady(launch('main.js', { ...env, DEMO_DATA: 'true' }))
  await seeding.stop()
}

/**
 * Leaves the traces of weeks of use: thousands of changes, and statistics that do not include them. Queries
 * return the same data.
 */
const age = (url: string): void =>
  void sqlAt(
    url,
    `do $$ begin
      for turn in 1..20 loop
        update machines set status = status;
        update users set quit_pass = quit_pass;
      end loop;
    end $$`,
  )

/** A new data directory with the demo data. */
export async function demoFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyDemo(folder)
  return folder
}

/** Copies the demo data; on PostgreSQL, to the database that the directory stands for. */
export async function copyDemo(folder: string): Promise<void> {
  if (onPostgres) await createDatabase(databaseOf(folder), await databaseOfDemo())
  else cpSync(await folderOfDemo(), folder, { recursive: true })
}

/** Starts the server on its own demo data. */
export const startDemoApi = async (env: Environment = {}): Promise<Api> =>
  startApi({ DATA_DIR: await demoFolder(), DEMO_DATA: 'true', ...env })
