import { once } from 'node:events'
import { join } from 'node:path'
import { DEFAULT_BASE, localAddress, REMOTES } from '@console/shared-kernel/ports'
import { buildAll } from './lib/npmScripts'
import { prepareDemoFolder } from './lib/demoFolder'
import { keepApiLive } from './lib/liveApi'
import { main, readFlags } from './lib/main'
import { dataDirectory, paths, root, stoppedText } from './lib/paths'
import { configuredPorts, untilAnswered } from './lib/ports'
import { startNode, untilStopped, type Running } from '../packages/emulator/src/processes'
import { noteRunning, requireConsolePorts, requireUnusedData } from './lib/runningConsole'
import { untilUsable, welcome } from './lib/welcome'
import { requireWritableFolder } from './lib/writableFolder'

const USAGE = `npm run dev: the API, the remotes and the host from their sources, with demo data.
npm run dev -w api starts the API alone.

Variables:
  PORT=${DEFAULT_BASE}         the host's port; the other ports follow from it
  DATA_DIR=folder   another folder for the data; memory:// keeps none`

/** `npm run dev`: see {@link USAGE}. `api`: the API alone. */
export async function run(args: string[]): Promise<number> {
  const words = readFlags('npm run dev', args, ['api'], USAGE)
  if (!words) return 0
  const code = await untilStopped((over) => develop(over, words.has('api')), 0)
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
  const remotes = REMOTES.map((name) => startDevServer(`remote-${name}`, all.remotes[name], over))
  const host = startDevServer('host', all.host, over)
  const answers = (port: number) => untilAnswered(localAddress(port), over)
  const usable = untilUsable(
    answers(all.host),
    REMOTES.map((name, index) => ({ answers: answers(all.remotes[name]), ended: remotes[index]!.ended })),
  )
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

void main(import.meta.url, run)
