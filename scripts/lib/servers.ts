import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeEnvironment } from '@console/delivery/compose'
import { parsedJson } from '@console/shared-kernel/contracts'
import { DEFAULT_BASE, localAddress, type Ports } from '@console/shared-kernel/ports'
import { paths, root } from './paths'
import { startNode, type Running } from '../../packages/emulator/src/processes'

type ApiSettings = Record<string, string>

/** Demo data that is lost when the server ends. */
export const IN_MEMORY: ApiSettings = {
  DATA_DIR: 'memory://',
  DATABASE_URL: '',
  // second factors can be added
  FACTOR_KEY: 'a key of demo data that is lost when the server ends',
  // all browsers of a test share one address
  RATE_LIMIT: '0',
  WRITE_LIMIT: '0',
  LOG_LEVEL: 'error',
}

const apiSettings = (all: Ports, over: ApiSettings): ApiSettings => ({
  PORT: String(all.api),
  EXTERNAL_PORT: String(all.external),
  DATA_DIR: paths.data,
  // any page of this machine, whatever the shell sets
  CORS_ORIGINS: '',
  DEMO_DATA: 'true',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  ...over,
})

/** Starts the API, by default on `.console/data`. */
export const startApi = (all: Ports, over: ApiSettings = {}, flags: readonly string[] = []): Running =>
  startServer('api', [...flags, join(root, 'api', 'dist', 'main.js')], apiSettings(all, over))

/** Starts the remotes and returns them by name. */
export const startRemotes = (all: Ports): Readonly<Record<string, Running>> =>
  Object.fromEntries(
    Object.entries(all.remotes).map(([name, port]) => {
      const dist = join(root, `remote-${name}`, 'dist')
      const args = [paths.consoleServe, 'remote', '--root', dist, '--port', String(port)]
      return [name, startServer(`remote-${name}`, args)]
    }),
  )

/** Each port has a file of its own, because two consoles of this folder may run at once. */
const environmentFile = ({ host }: Ports): string =>
  join(paths.state, host === DEFAULT_BASE ? 'environment.json' : `environment-${host}.json`)

export function startHost(all: Ports): Running {
  const files = ['--root', join(root, 'host', 'dist'), '--environment', environmentFile(all)]
  return startServer('host', [paths.consoleServe, 'host', ...files, '--port', String(all.host)])
}

export function writeEnvironment(all: Ports): void {
  const environment = composeEnvironment({
    name: 'local',
    apiUrl: localAddress(all.api),
    externalReportsUrl: localAddress(all.external),
    timeZone: 'Europe/Madrid',
    remotes: Object.entries(all.remotes).map(([name, port]) => ({
      dir: join(root, `remote-${name}`, 'dist'),
      baseUrl: `${localAddress(port)}/`,
    })),
  })
  mkdirSync(paths.state, { recursive: true })
  writeFileSync(environmentFile(all), `${JSON.stringify(environment, null, 2)}\n`)
}

/** Starts a server and prints its output, except the lines that report that it is ready. */
const startServer = (who: string, args: string[], env: Record<string, string> = {}): Running =>
  startNode(['--import', paths.preload, '--enable-source-maps', ...args], {
    who,
    env,
    channel: true,
    readyLine: /^console-\w+ ready /,
    onLine: (line) => {
      if (!/^console-\w+ (?:external )?ready /.test(line)) console.log(`[${who}] ${readableLine(line)}`)
    },
  })

interface LogEntry {
  level: string
  msg: string
  err?: { message: string; stack?: string }
}

/** Formats a line of a server's output for reading: its log is JSON, one entry per line. */
export function readableLine(line: string): string {
  const entry = logEntry(line)
  if (!entry) return line.replace(/^console-\w+ /, '')
  const { level, msg, time: _time, pid: _pid, hostname: _hostname, err, ...rest } = entry
  const details = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${level}: ${msg}${details}${err ? `\n${err.stack ?? err.message}` : ''}`
}

function logEntry(line: string): (LogEntry & Record<string, unknown>) | null {
  const entry = parsedJson(line) as Partial<LogEntry> | null
  const isEntry = typeof entry?.level === 'string' && typeof entry.msg === 'string'
  return isEntry ? (entry as LogEntry & Record<string, unknown>) : null
}
