import type { DatabaseLocation } from './db/engine/engine'
import { EMBEDDED_DURABILITY, MEMORY } from './db/location'
import { WORK_CLASSES } from './db/workClass'
import { StartError } from './startError'
import * as read from './settingTypes'

/** Everything that can be set from outside, read once at start. README.md lists the variables. */
export interface Settings extends DatabaseLocation {
  readonly production: boolean
  /** A streaming replica for lists and reports; null: there is none. May hold a password: never shown. */
  readonly databaseReplicaUrl: string | null
  readonly services: readonly read.Service[]
  readonly host: string
  readonly port: number
  readonly externalPort: number
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly demoData: boolean
  /** Whether both listeners show their calls at /api/docs. */
  readonly apiDocs: boolean
  readonly timeZone: string
  /** Seconds. */
  readonly tokenTtl: number
  /** Requests a minute from one address; 0 is no limit. */
  readonly rateLimit: number
  /** Changes a minute by one user, beyond a burst of a thousand; 0 is no limit. */
  readonly writeLimit: number
  /** At a time, for each listener. */
  readonly maxConnections: number
  /** Of them, from one address that is no trusted proxy. */
  readonly maxConnectionsPerAddress: number
  /** Seconds a client may take to send a request. */
  readonly requestTimeout: number
  /** Seconds between the wish to stop and the end of listening. */
  readonly stopDelay: number
  /** Null: kept in the data directory, made when missing. */
  readonly tokenSecret: string | null
  /** Seconds: how far back failed logins count, and how long a lock lasts. */
  readonly loginWindow: number
  /** Seconds that the audit is kept before `archive-audit` takes it; null: for ever. */
  readonly auditRetention: number | null
  readonly logLevel: string
  /** Null: there are no metrics. */
  readonly metricsPort: number | null
  /** Asked for at /metrics, which is then for other machines too. */
  readonly metricsToken: string | null
  /** Where traces are sent; null: there are none. */
  readonly otlpEndpoint: string | null
  readonly otelServiceName: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Pages of a console on this machine: the host under both of its names, and remotes that run alone. */
const DEVELOPMENT_ORIGINS = [
  'localhost:4000',
  '127.0.0.1:4000',
  ...[4111, 4112, 4113, 4114, 4115].map((port) => `localhost:${port}`),
]
  .map((host) => `http://${host}`)
  .join(',')

/** @throws StartError naming every variable that is wrong. */
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
  const accepted = get('EMBEDDED_ENGINE', '', read.acceptance)
  if (production && !settings.databaseUrl && accepted === false) {
    problems.push(
      `DATABASE_URL is required when NODE_ENV is production, or EMBEDDED_ENGINE=accepted: ${EMBEDDED_DURABILITY}`,
    )
  }
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
  refuse(problems)
  return settings
}

/** For the commands that run without the server. @throws StartError */
export function readDatabaseLocation(env: Environment): DatabaseLocation {
  const problems: string[] = []
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL', problems)
  const databaseDirectUrl = readDatabaseUrl(env, 'DATABASE_DIRECT_URL', problems)
  refuse(problems)
  return {
    dataDir: readDataDir(env),
    databaseUrl,
    databaseDirectUrl,
    databaseConnections: WORK_CLASSES.length,
  }
}

export function readDataDir(env: Environment): string {
  const text = env['DATA_DIR']?.trim() || '.console/data'
  return text.startsWith('memory:') ? MEMORY : text
}

/** May hold a password: never shown in a message, whatever is wrong with it. */
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
  throw new StartError(`Wrong settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}
