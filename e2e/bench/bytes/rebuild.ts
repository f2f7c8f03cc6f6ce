import type { Browser } from '@playwright/test'
import { readRelease } from '@console/delivery/compose'
import { serveRemote } from '@console/delivery/serve'
import type { Environment } from '@console/shared-kernel/remote'
import { changedBuild } from '../../testing/changedBuild'
import { spaFolder } from '../setup/folders'
import { buildWithRsbuild, type Served } from '../setup/servers'
import { CHANGE, type SourceChange } from '../spa/changedSource'
import { byRatio, byValue, type Line } from '../results/line'
import { kB, median, ms } from '../../testing/numbers'
import { journey, type Stop } from './journey'
import { totalBytes, type StaticFile } from './staticTraffic'

const ROUNDS = 3
const TEXT: SourceChange = {
  remote: 'machines',
  file: 'src/features/machines/MachinesScreen.tsx',
  from: 'No Machines Found',
  to: 'No Machine Was Found',
}

/**
 * Line 10: after a text in one remote has changed, the build time and the bytes loaded again by a browser
 * that has cached every screen, compared with the SPA. Leaves the SPA built with the change.
 */
export async function rebuild(browser: Browser, served: Served): Promise<Line[]> {
  const spaBefore = await journey(browser, served.spa, served.environment)
  const before = await journey(browser, served.federated, served.environment)
  const times = { remote: [] as number[], spa: [] as number[] }
  let dist = ''
  for (let round = 0; round < ROUNDS; round += 1) {
    times.remote.push(await timed(async () => (dist = await build(TEXT))))
    times.spa.push(await timed(() => buildSpa(TEXT)))
  }
  served.serveSpaAgain()
  const spaAfter = await journey(browser, served.spa, served.environment)
  const remote = await serveRemote({ root: dist, port: 0 })
  const environment = withRelease(served.environment, TEXT.remote, dist, remote.url)
  served.publish(environment)
  try {
    const after = await journey(browser, served.federated, environment)
    return linesOf(times, reloadedFiles(before, after), reloadedFiles(spaBefore, spaAfter), remote.url)
  } finally {
    served.publish(served.environment)
    await remote.close()
  }
}

const build = ({ remote, file, from, to }: SourceChange) =>
  changedBuild(`remote-${remote}`, [{ file, from, to }])

const buildSpa = (change: SourceChange) => buildWithRsbuild(spaFolder, { [CHANGE]: JSON.stringify(change) })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function withRelease(environment: Environment, name: string, dist: string, url: string): Environment {
  const deployed = { baseUrl: `${url}/`, release: readRelease(dist) }
  return { ...environment, remotes: { ...environment.remotes, [name]: deployed } }
}

/** Files that are not in the cache, because their address or content differs. */
function reloadedFiles(before: Stop[], after: Stop[]): StaticFile[] {
  const key = ({ url, digest }: StaticFile) => `${url} ${digest}`
  const held = new Set(before.at(-1)?.files.map(key))
  return after.at(-1)?.files.filter((file) => !held.has(key(file))) ?? []
}

function linesOf(
  times: Record<'remote' | 'spa', number[]>,
  mine: StaticFile[],
  reference: StaticFile[],
  url: string,
): Line[] {
  if (reference.length === 0) throw new Error('The one application was served without the change.')
  const others = mine.filter((file) => !file.url.startsWith(url) && file.kind === 'script')
  const what = 'one remote changed'
  return [
    byRatio(
      { number: 10, what: `${what}: its build (median)` },
      { measured: median(times.remote), reference: median(times.spa), show: ms, max: 0.5 },
    ),
    byRatio(
      { number: 10, what: `${what}: bytes loaded again (${mine.length} files, ${reference.length})` },
      { measured: totalBytes(mine), reference: totalBytes(reference), show: kB, max: 0.5 },
    ),
    byValue(
      { number: 10, what: `${what}: scripts of others loaded again` },
      { measured: others.length, show: String, max: 0 },
    ),
  ]
}
