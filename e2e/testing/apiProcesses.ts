import { fileURLToPath } from 'node:url'
import { localAddress } from '@console/shared-kernel/ports'
import { freePort } from '../../api/testing/cluster'
import { startNode, type Running } from '../../packages/emulator/src/processes'

const API_FOLDER = fileURLToPath(new URL('../../api', import.meta.url))

/** One of several API processes, each on its own ports. */
export interface ApiProcess {
  url: string
  ports: Record<'api' | 'reports', number>
  restart: () => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** @param databaseUrl the PostgreSQL database that they share; the first process fills it with demo data */
export async function startApiProcess(
  databaseUrl: string,
  over: Record<string, string> = {},
): Promise<ApiProcess> {
  const ports = { api: await freePort(), reports: await freePort() }
  const env = {
    PORT: String(ports.api),
    EXTERNAL_PORT: String(ports.reports),
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: 'what signs the tokens of every test server',
    TRUST_PROXY: '127.0.0.1',
    DEMO_DATA: 'true',
    RATE_LIMIT: '0',
    WRITE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...over,
  }
  const start = async (): Promise<Running> => {
    const running = startNode(['dist/main.js'], { cwd: API_FOLDER, env, readyLine: /^console-api ready/ })
    await running.ready
    return running
  }
  let current = await start()
  const stop = () => current.stop()
  const restart = async () => {
    await stop()
    current = await start()
  }
  const kill = () => current.stop('SIGKILL')
  return { url: localAddress(ports.api), ports, restart, stop, kill }
}
