import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_BASE, localAddress, type Ports } from '@console/shared-kernel/ports'
import { factorKeyOf, prepareDemoFolder, requireWritableFolder } from './lib/demoFolder'
import { buildAll, main, readOptions } from './lib/main'
import { dataDirectory, paths, root, stoppedText } from './lib/paths'
import { configuredPorts, waitUntilAnswered } from './lib/ports'
import { startNode, waitUntilStopped, type Running } from '../packages/emulator/src/processes'
import { noteRunning, requireConsolePorts, requireUnusedData } from './lib/runningConsole'
import { startApi } from './lib/servers'
import { waitUntilUsable, welcome } from './lib/welcome'

const USAGE = `npm run dev: the API, the remotes and the host from their sources, with demo data.
npm run dev -w api starts the API alone.

Variables:
  PORT=${DEFAULT_BASE}         the host's port; the other ports follow from it
  DATA_DIR=folder   another folder for the data; memory:// keeps none`

/** `npm run dev`: see {@link USAGE}. `--api`: only the API. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(USAGE, args, { api: { type: 'boolean', default: false } })
  if (!options) return 0
  const code = await waitUntilStopped((over) => develop(over, options.api), 0)
  if (code === 0) console.log(stoppedText(dataDirectory(process.env)))
  return code
}

async function develop(over: AbortSignal, apiAlone: boolean): Promise<number> {
  const all = configuredPorts(process.env)
  await requireConsolePorts(all, 'run dev')
  const data = dataDirectory(process.env)
  await requireUnusedData(data)
  requireWritableFolder(paths.state)
  prepareDemoFolder(data)
  if (!(await buildAll('build:api'))) return 1
  await noteRunning(all.host, { address: localAddress(apiAlone ? all.api : all.host), data })
  await keepApiLive(all, over)
  if (apiAlone) {
    console.log(`\nThe API: ${localAddress(all.api)}  (Ctrl-C stops it)\n`)
    await once(over, 'abort')
    return 0
  }
  const answers = (port: number) => waitUntilAnswered(localAddress(port), over)
  const remotes = Object.entries(all.remotes).map(([name, port]) => ({
    answers: answers(port),
    ended: startDevServer(`remote-${name}`, port, over).ended,
  }))
  const host = startDevServer('host', all.host, over)
  const usable = waitUntilUsable(answers(all.host), remotes)
  void usable.then(
    () => console.log(welcome(all, process.env)),
    () => undefined,
  )
  await host.ended
  return 1
}

function startDevServer(name: string, port: number, over: AbortSignal): Running {
  const server = startNode(['--import', paths.preload, paths.rsbuild, 'dev'], {
    cwd: join(root, name),
    env: { CONSOLE_PORT: String(port), NODE_ENV: 'development' },
    onLine: (line) => {
      if (line.trim() !== '') console.log(`[${name}] ${line}`)
    },
    channel: true,
  })
  void server.ended.then(({ words }) => {
    if (!over.aborted) console.error(`[${name}] ${words}`)
  })
  return server
}

const SOURCES = ['api/src', 'shared-kernel/src/contracts', 'shared-kernel/src/domain']
/** Editors write a file in several steps. */
const SETTLED_MS = 200

/**
 * Rebuilds and restarts the API when its sources change. After a failed build, the running API stays; an API
 * that exits by itself is restarted at the next change.
 */
async function keepApiLive(all: Ports, over: AbortSignal): Promise<void> {
  let api = begin(all, over)
  await api.ready
  let work = Promise.resolve()
  const renew = async () => {
    if (over.aborted || !(await buildAll('build:api'))) return
    await api.stop()
    if (over.aborted) return
    api = begin(all, over)
    await api.ready
    console.log('[api] started again')
  }
  const report = (error: unknown) => console.error((error as Error).message)
  let settled: NodeJS.Timeout | undefined
  for (const folder of SOURCES) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name?.endsWith('.test.ts')) return
      clearTimeout(settled)
      settled = setTimeout(() => (work = work.then(renew).catch(report)), SETTLED_MS)
    })
  }
}

function begin(all: Ports, over: AbortSignal): Running {
  const dataDir = dataDirectory(process.env)
  const api = startApi(all, { DATA_DIR: dataDir, ...factorKeyOf(dataDir, process.env) })
  void api.ended.then(({ code, words }) => {
    // a requested stop exits with 0
    if (code !== 0 && !over.aborted) console.error(`[api] ${words}; it starts again at the next change`)
  })
  return api
}

void main(import.meta.url, run)
