import { DEFAULT_BASE, type Ports, REMOTES } from '@console/shared-kernel/ports'
import { buildAll } from './build'
import { configuredPorts, requireFreePorts } from './lib/ports'
import { untilStopped } from './lib/processes'
import { startApi, startHost, startRemote, writeEnvironment, type Server } from './lib/servers'
import { welcome } from './lib/welcome'

/** `npm start`: the console with demo data, until it is stopped. */
export async function run(): Promise<number> {
  const code = await untilStopped(startConsole, 0)
  if (code === 0) console.log('Stopped. The data is kept.')
  return code
}

/** Goes on until it is over or the console cannot go on. */
async function startConsole(over: AbortSignal): Promise<number> {
  const all = configuredPorts(process.env)
  await requireFreePorts(all, 'start')
  if (!(await buildAll({ over }))) return 1
  console.log('Starting the API and the remotes ...')
  over.addEventListener('abort', () => console.log('\nStopping ...'))

  const api = startApi(all)
  const remotes = REMOTES.map((name) => startRemote(name, all))
  await Promise.all([api, ...remotes].map(({ ready }) => ready))
  // only now: where the API refused to share its data, another console may be using the document
  writeEnvironment(all)
  const host = startHost(all)
  await host.ready
  console.log(welcome(all))

  for (const remote of remotes) void reportEnd(remote, all, over)
  const fallen = await Promise.race([api, host].map(async (server) => ({ server, ...(await server.ended) })))
  if (over.aborted) return 0
  console.error(`\n${fallen.server.who} ${fallen.words}. Its last output:\n${fallen.server.tail()}`)
  return 1
}

/** One remote less leaves the rest of the console usable. */
async function reportEnd(remote: Server, all: Ports, over: AbortSignal): Promise<void> {
  const { words } = await remote.ended
  if (over.aborted) return
  const port = all.host === DEFAULT_BASE ? '' : `PORT=${all.host} `
  console.error(`${remote.who} ${words}. To bring it back: ${port}npm run serve -w ${remote.who}`)
}
