import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localAddress, REMOTES } from '@console/shared-kernel/build/ports'
import { paths, root } from './lib/paths'
import { configuredPorts, requireFreePorts } from './lib/ports'
import { startNode, untilStopped, type Running } from './lib/processes'
import { startLiveApi } from './lib/servers'

const POLL_MS = 250

/** `npm run dev`: every dev server, each rebuilding and reloading what it serves, until it is stopped. */
export const run = (): Promise<number> => untilStopped(develop, 0)

/** Goes on until it is over or the host's server ends. */
async function develop(over: AbortSignal): Promise<number> {
  const all = configuredPorts(process.env)
  await requireFreePorts(all, 'run dev')
  await startLiveApi(all).ready
  for (const name of REMOTES) startDevServer(`remote-${name}`, all.remotes[name], over)
  const host = startDevServer('host', all.host, over)
  void untilListening(all.host, over).then(() => {
    if (!over.aborted) console.log(`\nDevelopment: ${localAddress(all.host)}  (Ctrl-C stops everything)\n`)
  })
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

async function untilListening(port: number, over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await isListening(port))) await pause(POLL_MS)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', autoSelectFamily: true })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
