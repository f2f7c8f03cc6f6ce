import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { REMOTES } from '@console/delivery/ports'
import { serveHost, serveRemote } from '@console/delivery/serve'
import { addresses, consoleOrigins, stackPorts } from './addresses'
import { environmentDocument } from './environment'
import { apiMain, hostDist, remoteDist, runFolder } from './folders'

/** Starts everything once: the API on a database in memory, the host, each remote on its own port. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  rmSync(runFolder, { recursive: true, force: true })
  mkdirSync(runFolder, { recursive: true })
  const environmentFile = join(runFolder, 'environment.json')
  writeFileSync(environmentFile, JSON.stringify(environmentDocument()))

  // the API last: a port that is taken ends this process, and would leave the API behind
  const servers = await Promise.all([
    serveHost({ root: hostDist, environmentFile, port: stackPorts.host }),
    ...REMOTES.map((name) => serveRemote({ root: remoteDist(name), port: stackPorts.remotes[name] })),
  ])
  const stopApi = await startApi()
  return async () => {
    await Promise.all(servers.map((server) => server.close()))
    await stopApi()
  }
}

async function startApi(): Promise<() => Promise<void>> {
  const api = spawn(process.execPath, [apiMain], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(stackPorts.api),
      EXTERNAL_PORT: String(stackPorts.external),
      DATA_DIR: 'memory://',
      DATABASE_URL: '',
      // All browsers come from one address.
      RATE_LIMIT: '0',
      DEMO_DATA: 'true',
      CORS_ORIGINS: consoleOrigins.join(','),
      LOG_LEVEL: 'error',
    },
  })
  const ended = once(api, 'exit')
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: api.stdout }).on('line', (line) => {
      if (line.startsWith('console-api ready')) resolve()
    })
  })
  const outcome = await Promise.race([ready, ended])
  if (outcome) throw new Error(`The API ended before it was ready: see its output above (${addresses.api}).`)
  return async () => {
    api.kill()
    await ended
  }
}
