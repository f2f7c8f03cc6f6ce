import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { compareBytes } from '../e2e/bench/compareBytes'
import { spaFolder } from '../e2e/bench/folders'
import { origins, serveBoth } from '../e2e/bench/servers'
import { fileTable, ratioTable } from '../e2e/bench/table'
import { buildAll } from './build'
import { ensureChromium } from './lib/browser'
import { Fault } from './lib/fault'
import { paths } from './lib/paths'
import { configuredPorts, requireFreePorts } from './lib/ports'
import { startNode, untilStopped } from './lib/processes'
import { IN_MEMORY, startApi } from './lib/servers'

/** Away from where `npm start` and the tests listen. */
const BASE = '8600'

/**
 * `npm run bench [-- --files]`: bytes and requests of the console, and as a ratio to those of the same code
 * built as one SPA. `--files` lists what was loaded.
 */
export const run = (args: string[]): Promise<number> =>
  untilStopped(async (over) => {
    const all = configuredPorts({ PORT: process.env.PORT || BASE })
    await requireFreePorts(all, 'run bench')
    if (!(await buildAll({ over }))) return 1
    await buildSpa()
    const chromium = await ensureChromium()
    console.log('Starting the API ...')
    await startApi(all, { ...IN_MEMORY, CORS_ORIGINS: origins(all).join(',') }).ready
    mkdirSync(paths.state, { recursive: true })
    const served = await serveBoth(all, join(paths.state, 'bench-environment.json'))
    try {
      const comparison = await compareBytes(chromium, served)
      if (args.includes('--files')) console.log(`\n${fileTable(comparison)}`)
      console.log(`\n${ratioTable(comparison)}`)
    } finally {
      await served.close()
    }
    return 0
  }, 130)

/** Anew each time: it takes a second, and its inputs are everybody's. */
async function buildSpa(): Promise<void> {
  console.log('Building the SPA ...')
  const child = startNode([paths.rsbuild, 'build'], { cwd: spaFolder, env: { NODE_ENV: 'production' } })
  const { code, words } = await child.ended
  if (code !== 0) throw new Fault(`${child.tail()}\nThe build of the SPA ${words}.`)
}
