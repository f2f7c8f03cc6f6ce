import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { ownApiPorts } from './addresses'
import { runFolder } from './folders'
import { SHORT_LIVED } from '../../api/testing/shortLived'
import { RAW, type RawData } from '../../api/testing/plainSums'
import { aroundClockChanges } from '../../api/testing/randomReports'
import { root } from '../../scripts/lib/paths'
import { IN_MEMORY, startApi } from '../../scripts/lib/servers'

const SCALE = ['--users', '100', '--machines', '30', '--movements', '3000', '--days', '30']

/** A test's own API, and all its rows, read from the database before the server starts. */
export interface CountedApi {
  raw: RawData
  apiUrl: string
  externalReportsUrl: string
  close: () => Promise<void>
}

/** Starts an API with few users and machines, and movements also around the days on which clocks change. */
export async function startCountedApi(): Promise<CountedApi> {
  const api = join(root, 'api')
  const folder = join(runFolder, 'counted')
  rmSync(folder, { recursive: true, force: true })
  const node = (script: string, ...args: string[]): string =>
    execFileSync(process.execPath, [SHORT_LIVED, join(api, script), ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder },
    })
  const read = (...statements: string[]) => JSON.parse(node('testing/runSql.mjs', folder, ...statements))

  node('dist/seed.js', ...SCALE)
  const [raw] = read(...aroundClockChanges(), RAW) as [RawData]
  const settings = {
    ...IN_MEMORY,
    DATA_DIR: folder,
    DEMO_DATA: 'false',
  }
  const running = startApi(ownApiPorts, settings, [SHORT_LIVED])
  await running.ready
  return {
    raw,
    apiUrl: localAddress(ownApiPorts.api),
    externalReportsUrl: localAddress(ownApiPorts.external),
    close: () => running.stop(),
  }
}
