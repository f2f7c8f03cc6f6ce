import { resolve } from 'node:path'
import type { DatabaseLocation } from '../db/engine'
import { holdsDatabase, MEMORY } from '../db/pglite/embeddedFacts'
import { WORK_CLASSES } from '../db/workClass'
import { CommandError } from '../foundation/commandError'
import * as read from './settingTypes'

export interface Settings extends DatabaseLocation {
  readonly production: boolean
  /** A streaming replica for lists and reports. May contain a password: never shown. */
  readonly databaseReplicaUrl: string | null
  readonly services: readonly read.Service[]
  readonly host: string
  readonly port: number
  readonly externalPort: number
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly demoData: boolean
  readonly apiDocs: boolean
  readonly timeZone: string
  /** Seconds. */
  readonly tokenTtl: number
  /** Requests per minute of an address; 0 is no limit. */
  readonly rateLimit: number
  /** Changes per minute of a user, after a burst of a thousand; 0 is no limit. */
  readonly writeLimit: number
  /** At a time, of each listener. */
  readonly maxConnections: number
  /** Of addresses that are not trusted proxies. */
  readonly maxConnectionsPerAddress: number
  /** Seconds that a client may take to send a request. */
  readonly requestTimeout: number
  /** Seconds from the signal until the ports close. */
  readonly stopDelay: number
  /** Null: made and kept in the data directory. */
  readonly tokenSecret: string | null
  /** Seconds that failed sign-ins count, and that a lock lasts. */
  readonly loginWindow: number
  /** Seconds until `archive-audit` may take a row; null: never. */
  readonly auditRetention: number | null
  readonly logLevel: string
  readonly metricsPort: number | null
  /** Required at /metrics, which then also accepts other machines. */
  readonly metricsToken: string | null
  readonly otlpEndpoint: string | null
  readonly otelServiceName: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The host, and remotes that run alone, on this machine. */
const DEVELOPMENT_ORIGINS = [
  'localhost:4000',
  '127.0.0.1:4000',
  ...[4111, 4112, 4113, 4114, 4115].map((port) => `localhost:${port}`),
]
  .map((host) => `http://${host}`)
  .join(',')

/** @throws CommandError naming every variable that is wrong */
export function readSettings(env: Environment): Settings {
  const problems: string[] = []
  const get = <T>(name: string, fallback: string, parse: (text: string) => T): T => {
    const text = env[name]?.trim() || fallback
    try {
      return parse(text)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}, not '${text}'`)
      return undefined as T
    }
  }
  const production = get('NODE_ENV', 'development', read.environment) === 'production'
  const settings: Settings = {
    production,
    services: get('SERVICES', 'api,external', read.services),
    host: get('HOST', '127.0.0.1', read.text),
    port: get('PORT', '4200', read.port),
    externalPort: get('EXTERNAL_PORT', '4300', read.port),
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL', problems),
    databaseDirectUrl: readDatabaseUrl(env, 'DATABASE_DIRECT_URL', problems),
    databaseReplicaUrl: readDatabaseUrl(env, 'DATABASE_REPLICA_URL', problems),
    databaseConnections: get('DATABASE_CONNECTIONS', '16', read.connections),
    corsOrigins: get('CORS_ORIGINS', production ? '' : DEVELOPMENT_ORIGINS, read.origins),
    trustProxy: get('TRUST_PROXY', '', read.networks),
    demoData: get('DEMO_DATA', 'false', read.flag),
    apiDocs: get('API_DOCS', String(!production), read.flag),
    timeZone: get('TIME_ZONE', 'Europe/Madrid', read.timeZone),
    rateLimit: get('RATE_LIMIT', '3000', read.countOrNone),
    writeLimit: get('WRITE_LIMIT', '120', read.countOrNone),
    maxConnections: get('MAX_CONNECTIONS', '1000', read.count),
    maxConnectionsPerAddress: get('MAX_CONNECTIONS_PER_ADDRESS', '200', read.count),
    requestTimeout: get('REQUEST_TIMEOUT', '20s', read.wait),
    stopDelay: get('STOP_DELAY', '0s', read.waitOrNone),
    tokenTtl: get('TOKEN_TTL', '12h', read.duration),
    tokenSecret: readSecret(env, 'TOKEN_SECRET', problems),
    loginWindow: get('LOGIN_WINDOW', '15m', read.duration),
    auditRetention: get('AUDIT_RETENTION', '', read.retention),
    logLevel: get('LOG_LEVEL', 'info', read.logLevel),
    metricsPort: get('METRICS_PORT', '', read.portOrNone),
    metricsToken: readSecret(env, 'METRICS_TOKEN', problems),
    otlpEndpoint: get('OTEL_EXPORTER_OTLP_ENDPOINT', '', read.addressOrNone),
    otelServiceName: get('OTEL_SERVICE_NAME', 'console-api', read.text),
  }
  const { services, port, externalPort } = settings
  if (services?.length > 1 && port === externalPort && port !== 0) {
    problems.push(`PORT and EXTERNAL_PORT must be two ports, not both ${port}`)
  }
  if (production && !settings.databaseUrl) problems.push(withoutDatabase(settings.dataDir))
  if (production && settings.demoData) {
    problems.push('DEMO_DATA is refused when NODE_ENV is production: its accounts have a known password')
  }
  if (production && !settings.tokenSecret) {
    problems.push('TOKEN_SECRET is required when NODE_ENV is production')
  }
  if (settings.databaseUrl && !settings.tokenSecret) {
    problems.push('TOKEN_SECRET is required with DATABASE_URL: all processes on a database need the same')
  }
  if (settings.databaseReplicaUrl && !settings.databaseUrl) {
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded engine has no replica')
  }
  if (settings.metricsToken && settings.metricsPort === null) {
    problems.push('METRICS_TOKEN needs METRICS_PORT: without it there are no metrics')
  }
  refuse(problems)
  return settings
}

/** For commands that run without the server. @throws CommandError */
export function readDatabaseLocation(env: Environment): DatabaseLocation {
  const problems: string[] = []
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL', problems)
  const databaseDirectUrl = readDatabaseUrl(env, 'DATABASE_DIRECT_URL', problems)
  const dataDir = readDataDir(env)
  if (env['NODE_ENV'] === 'production' && !databaseUrl) problems.push(withoutDatabase(dataDir))
  refuse(problems)
  return {
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    databaseConnections: WORK_CLASSES.length,
  }
}

/** The last commit that copies an embedded database to PostgreSQL; docs/operate.md names it too. */
const LAST_WITH_COPY = 'de520765'

function withoutDatabase(dataDir: string): string {
  const isRequired = 'DATABASE_URL is required when NODE_ENV is production'
  if (!holdsDatabase(dataDir)) return isRequired
  return (
    `${isRequired}: the database in ${resolve(dataDir)} is of the embedded engine, which production does not use. ` +
    `Commit ${LAST_WITH_COPY} is the last that can copy it to PostgreSQL (docs/operate.md)`
  )
}

function readDataDir(env: Environment): string {
  const text = env['DATA_DIR']?.trim() || '.console/data'
  return text.startsWith('memory:') ? MEMORY : text
}

/** Never shown in a message, since it may contain a password. */
function readDatabaseUrl(env: Environment, name: string, problems: string[]): string | null {
  const url = env[name]?.trim() || null
  if (url && !/^postgres(ql)?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    problems.push(`${name} must be an address such as postgres://user:password@host:5432/database`)
  }
  return url
}

/** Never shown either. */
function readSecret(env: Environment, name: string, problems: string[]): string | null {
  const secret = env[name] || null
  if (secret && Buffer.byteLength(secret) < 32) problems.push(`${name} must be at least 32 bytes long`)
  return secret
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new CommandError(`Wrong settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}
