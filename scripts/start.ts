import { existsSync } from 'node:fs'
import { DEFAULT_BASE, localAddress, type Ports } from '@console/shared-kernel/ports'
import { CommandError } from '@console/shared-kernel/command'
import {
  factorKeyOf,
  prepareDemoFolder,
  requireLargeFolder,
  requireWritableFolder,
  seedLargeData,
  unfinishedSeed,
} from './lib/demoFolder'
import { buildAll, main, readOptions } from './lib/main'
import { dataDirectory, paths, stoppedText } from './lib/paths'
import { configuredPorts } from './lib/ports'
import { waitUntilStopped, type Running } from '../packages/emulator/src/processes'
import { noteRunning, requireConsolePorts, requireUnusedData } from './lib/runningConsole'
import { startApi, startHost, startRemotes, writeEnvironment } from './lib/servers'
import { welcome } from './lib/welcome'

const SEED_STOPPED = 'Stopped. The next npm start -- --large begins to seed again.'

const USAGE = `npm start [-- options]: builds what has changed and serves the console with demo data.

Options:
  --large   100,000 users and 50,000 machines, made once, in a folder of their own
  --help    prints this text

Variables:
  PORT=${DEFAULT_BASE}         the host's port; the other ports follow from it
  DATA_DIR=folder   another folder for the data; memory:// keeps none
  LOG_LEVEL=warn    what the API logs, e.g. info or error`

/** `npm start [-- --large]`: see {@link USAGE}. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(USAGE, args, { large: { type: 'boolean', default: false } })
  if (!options) return 0
  // npm takes an option before `--` for its own
  if (process.env['npm_config_large']) throw new CommandError('Use: npm start -- --large')
  const { large } = options
  const code = await waitUntilStopped((over) => startConsole(over, large), 0)
  const data = dataDirectory(process.env, large)
  if (code === 0) console.log(existsSync(unfinishedSeed(data)) ? SEED_STOPPED : stoppedText(data))
  return code
}

async function startConsole(over: AbortSignal, large: boolean): Promise<number> {
  const all = configuredPorts(process.env)
  await requireConsolePorts(all, large ? 'start -- --large' : 'start')
  const dataDir = dataDirectory(process.env, large)
  await requireUnusedData(dataDir)
  // before the builds, which take minutes the first time
  requireWritableFolder(paths.state)
  if (large) requireLargeFolder(dataDir)
  else prepareDemoFolder(dataDir)
  if (!(await buildAll())) return 1
  if (large) await seedLargeData(dataDir)
  if (over.aborted) return 0
  console.log('Starting the API and the remotes ...')
  over.addEventListener('abort', () => console.log('\nStopping ...'))
  await noteRunning(all.host, { address: localAddress(all.host), data: dataDir })

  const api = startApi(all, {
    DATA_DIR: dataDir,
    ...factorKeyOf(dataDir, process.env),
    ...(large && { DEMO_DATA: 'false' }),
  })
  const remotes = Object.values(startRemotes(all))
  await Promise.all([api, ...remotes].map(({ ready }) => ready))
  // not earlier: the file may belong to a console that uses the same data, and then the API does not start
  writeEnvironment(all)
  const host = startHost(all)
  await host.ready
  console.log(welcome(all, process.env, large))

  for (const remote of remotes) void reportEnd(remote, all, over)
  const fallen = await Promise.race([api, host].map(async (server) => ({ server, ...(await server.ended) })))
  if (over.aborted) return 0
  console.error(`\n${fallen.server.who} ${fallen.words}. Its last output:\n${fallen.server.tail()}`)
  return 1
}

/** The console keeps working without one of its remotes. */
async function reportEnd(remote: Running, all: Ports, over: AbortSignal): Promise<void> {
  const { words } = await remote.ended
  if (over.aborted) return
  const port = all.host === DEFAULT_BASE ? '' : `PORT=${all.host} `
  console.error(`${remote.who} ${words}. To bring it back: ${port}npm run serve -w ${remote.who}`)
}

void main(import.meta.url, run)
