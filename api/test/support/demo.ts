import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone, builtAt, ensureBuilt, WORK_FOLDER } from './build'
import { forgetLater } from './cleanUp'
import { launch, startApi, whenReady, type Api, type Environment } from './server'

const PREFIX = 'test-demo-'

/** Making a database takes seconds, copying one does not: each build makes its demo data once. */
async function template(): Promise<string> {
  await ensureBuilt()
  const folder = join(WORK_FOLDER, `${PREFIX}${Math.floor(builtAt())}`)
  const draft = `${folder}.draft`
  await alone(async () => {
    if (existsSync(folder)) return
    for (const name of readdirSync(WORK_FOLDER).filter((name) => name.startsWith(PREFIX))) {
      rmSync(join(WORK_FOLDER, name), { recursive: true, force: true })
    }
    const seeding = await whenReady(launch('main.js', { DATA_DIR: draft, DEMO_DATA: 'true' }))
    await seeding.stop()
    rmSync(join(draft, 'token-secret'))
    renameSync(draft, folder)
  })
  return folder
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-test-'))
  forgetLater(folder)
  return folder
}

/** A data directory of one's own that holds the demo data. */
export async function demoFolder(): Promise<string> {
  const source = await template()
  const folder = temporaryFolder()
  cpSync(source, folder, { recursive: true })
  return folder
}

/** The server on demo data of its own. */
export const startDemoApi = async (env: Environment = {}): Promise<Api> =>
  startApi({ DATA_DIR: await demoFolder(), DEMO_DATA: 'true', ...env })
