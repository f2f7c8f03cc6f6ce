import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone, builtAt, ensureBuilt, WORK_FOLDER } from './build'
import { forgetLater } from './cleanUp'
import { createDatabase, databaseOf, onCluster, onPostgres, urlOf } from './engine'
import { sqlAt } from './sql'
import { launch, startApi, whenReady, type Api, type Environment } from './server'

const PREFIX = 'test-demo-'
const TEMPLATE = 'demo'

/** Making a database takes seconds, copying one does not: each build makes its demo data once. */
async function templateFolder(): Promise<string> {
  await ensureBuilt()
  const folder = join(WORK_FOLDER, `${PREFIX}${Math.floor(builtAt())}`)
  const draft = `${folder}.draft`
  await alone(async () => {
    if (existsSync(folder)) return
    for (const name of readdirSync(WORK_FOLDER).filter((name) => name.startsWith(PREFIX))) {
      rmSync(join(WORK_FOLDER, name), { recursive: true, force: true })
    }
    await seed({ DATA_DIR: draft })
    rmSync(join(draft, 'token-secret'))
    renameSync(draft, folder)
  })
  return folder
}

/** The same for the cluster, which lives for one run of the tests. */
async function templateDatabase(): Promise<string> {
  await ensureBuilt()
  await alone(async () => {
    if ((await onCluster('select 1 from pg_database where datname = $1', [TEMPLATE])).length > 0) return
    const draft = `${TEMPLATE}_draft`
    await onCluster(`drop database if exists ${draft}`)
    await createDatabase(draft)
    await seed({ DATABASE_URL: urlOf(draft), TOKEN_SECRET: 'x'.repeat(32) })
    age(urlOf(draft))
    await onCluster(`alter database ${draft} rename to ${TEMPLATE}`)
  })
  return TEMPLATE
}

async function seed(env: Environment): Promise<void> {
  const seeding = await whenReady(launch('main.js', { ...env, DEMO_DATA: 'true' }))
  await seeding.stop()
}

/** As after some weeks of use: thousands of changes, and statistics that know of none. Nothing reads differently. */
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

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-test-'))
  forgetLater(folder)
  return folder
}

/** A data directory of one's own that holds the demo data. */
export async function demoFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyDemo(folder)
  return folder
}

/** On PostgreSQL it is copied to the database that the directory stands for. */
export async function copyDemo(folder: string): Promise<void> {
  if (onPostgres) await createDatabase(databaseOf(folder), await templateDatabase())
  else cpSync(await templateFolder(), folder, { recursive: true })
}

/** Of the embedded engine, whichever this run is on. */
export async function embeddedDemoFolder(): Promise<string> {
  const folder = temporaryFolder()
  cpSync(await templateFolder(), folder, { recursive: true })
  return folder
}

/** The server on demo data of its own. */
export const startDemoApi = async (env: Environment = {}): Promise<Api> =>
  startApi({ DATA_DIR: await demoFolder(), DEMO_DATA: 'true', ...env })
