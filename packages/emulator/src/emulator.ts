import { join } from 'node:path'
import { composeEnvironment, type RemoteSource } from '@console/delivery/compose'
import { remoteOfServer } from '@console/delivery/development'
import { serveHost, serveRemote, type Serving } from '@console/delivery/serve'
import { localAddress, ports, remotesIn } from '@console/shared-kernel/ports'
import { CommandError } from '@console/shared-kernel/command'
import { startNode, type Running } from './processes'

export interface EmulatorSettings {
  /** The folder of host, API and remotes, each with its `dist`, as in this repository. */
  built: string
  /** The host's port; the others follow from it. */
  base: number
  dataDir: string
  /** Addresses of dev servers by remote name; they replace the console's own remotes of that name. */
  remotes: Record<string, string>
  /** Aborts the start, which then throws. */
  over: AbortSignal
}

export interface Emulator {
  url: string
  close: () => Promise<void>
}

/**
 * Starts the console on loopback. Its environment document is created for each page load: a remote whose dev
 * server does not answer is left out, with a warning.
 * @throws Error if a port is taken or the API does not start
 */
export async function startEmulator(settings: EmulatorSettings): Promise<Emulator> {
  const { built, base, dataDir, remotes, over } = settings
  const all = ports(base, remotesIn(built))
  const dist = (name: string) => join(built, name, 'dist')
  const servings: Serving[] = []
  const serve = async (serving: Promise<Serving>) => void servings.push(await serving)
  const close = async () => void (await Promise.all(servings.map((serving) => serving.close())))
  const own = Object.entries(all.remotes)
    .filter(([name]) => !Object.hasOwn(remotes, name))
    .map(([name, port]) => ({ dir: dist(`remote-${name}`), port }))

  const environment = async () =>
    JSON.stringify(
      composeEnvironment({
        name: 'development',
        apiUrl: localAddress(all.api),
        externalReportsUrl: localAddress(all.external),
        timeZone: 'Europe/Madrid',
        developer: true,
        remotes: [
          ...own.map(({ dir, port }) => ({ dir, baseUrl: `${localAddress(port)}/` })),
          ...(await developed(remotes)),
        ],
      }),
    )
  const sockets = Object.values(remotes).map((address) => new URL(address).origin.replace(/^http/, 'ws'))

  try {
    await Promise.all(own.map(({ dir, port }) => serve(serveRemote({ root: dir, port }))))
    const env = {
      PORT: String(all.api),
      EXTERNAL_PORT: String(all.external),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO_DATA: 'true',
      LOG_LEVEL: 'error',
      NODE_ENV: 'development',
    }
    const api = await startApi(join(dist('api'), 'main.js'), env, over)
    servings.push({ url: localAddress(all.api), port: all.api, close: api.stop })
    // last: when it answers, all do
    await serve(serveHost({ root: dist('host'), port: all.host, environment, sockets }))
    over.throwIfAborted()
  } catch (error) {
    await close()
    throw error
  }
  return { url: localAddress(all.host), close }
}

async function developed(remotes: Record<string, string>): Promise<RemoteSource[]> {
  const found = await Promise.all(
    Object.entries(remotes).map(async ([name, address]) => {
      try {
        return [await remoteOfServer(address)]
      } catch (error) {
        console.warn(`${name} is left out: ${(error as Error).message}`)
        return []
      }
    }),
  )
  return found.flat()
}

/** Ends the API when this process ends, for any reason. */
const preload = new URL('../endWithParent.mjs', import.meta.url).href

/**
 * @param over ends the API, even before it is ready
 * @throws CommandError if it ends before it is ready; its output is printed
 */
export async function startApi(
  main: string,
  env: Record<string, string>,
  over: AbortSignal,
): Promise<Running> {
  over.throwIfAborted()
  let isExplained = false
  const api = startNode(['--import', preload, main], {
    env,
    channel: true,
    readyLine: /^console-api ready /,
    onLine: (line, isError) => {
      isExplained ||= isError
      if (isError) console.error(`[api] ${line}`)
      else if (/^console-api (preparing|demo data)/.test(line)) console.log(line.replace(/^console-/, ''))
    },
  })
  over.addEventListener('abort', () => void api.stop())
  try {
    await api.ready
  } catch {
    throw new CommandError(isExplained ? 'The API did not start.' : 'The API ended before it was ready.')
  }
  return api
}
