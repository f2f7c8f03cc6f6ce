import { resolve } from 'node:path'
import { z } from 'zod'
import type { DatabaseLocation } from '../db/engine'
import { holdsDatabase, MEMORY } from '../db/pglite/embeddedFacts'
import { WORK_CLASSES } from '../db/workClass'
import { readVariables } from '@console/shared-kernel/command'
import * as is from './settingTypes'

/** Any page on this machine, in development. */
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/
const LOCAL_DOMAIN = 'localhost'

const location = z.object({
  NODE_ENV: is.oneOf('production', 'development', 'test').default('development'),
  DATA_DIR: is.text
    .transform((folder) => (folder.startsWith('memory:') ? MEMORY : folder))
    .default('.console/data'),
  DATABASE_URL: is.databaseUrl.nullable().default(null),
  DATABASE_DIRECT_URL: is.databaseUrl.nullable().default(null),
})

/** The environment variables of a server. Durations are read as seconds. */
export const VARIABLES = location.extend({
  SERVICES: is.services.default(['api', 'external']),
  HOST: is.text.default('127.0.0.1'),
  PORT: is.port.default(4200),
  EXTERNAL_PORT: is.port.default(4300),
  /** A streaming replica for lists and reports. */
  DATABASE_REPLICA_URL: is.databaseUrl.nullable().default(null),
  /** At least one for each class of work. */
  DATABASE_CONNECTIONS: is.wholeNumber(WORK_CLASSES.length).default(16),
  CORS_ORIGINS: is.origins.optional(),
  TRUST_PROXY: is.networks.default([]),
  DEMO_DATA: is.flag.default(false),
  API_DOCS: is.flag.optional(),
  TIME_ZONE: is.timeZone.default('Europe/Madrid'),
  /** Requests per minute and address; 0 means no limit. */
  RATE_LIMIT: is.wholeNumber(0).default(3000),
  /** Changes per minute and user, after a burst of a thousand; 0 means no limit. */
  WRITE_LIMIT: is.wholeNumber(0).default(120),
  /** A credit change by more than this needs a reason; null: none does. */
  CREDIT_REASON_ABOVE: is.amount.nullable().default(null),
  /** The limit of each listener. */
  MAX_CONNECTIONS: is.wholeNumber(1).default(4000),
  /** Trusted proxies have no limit. */
  MAX_CONNECTIONS_PER_ADDRESS: is.wholeNumber(1).default(200),
  /** How long a client may take to send a request. */
  REQUEST_TIMEOUT: is.wait.default(20),
  /** The time from the signal until the ports close. */
  STOP_DELAY: is.waitOrNone.default(0),
  TOKEN_TTL: is.duration.default(12 * 3600),
  /** Null: created once and kept in the data directory. */
  TOKEN_SECRET: is.secret.nullable().default(null),
  /** Tokens signed with it are also accepted, for a change of the secret. */
  TOKEN_SECRET_ACCEPTED: is.secret.nullable().default(null),
  /** How long a session may go without a call; null: no limit. */
  SESSION_IDLE: is.duration.nullable().default(null),
  /** A further session ends the oldest one. */
  SESSIONS_PER_USER: is.sessions.default(500),
  /** Off, optional, or the levels that must have one. */
  SECOND_FACTOR: is.secondFactor.default({ isOff: false, levels: [] }),
  /** Encrypts the secrets of second factors; null: authenticator apps cannot be enrolled. */
  FACTOR_KEY: is.secret.nullable().default(null),
  /** The domain of passkeys; null: no passkeys, or localhost in development. */
  PASSKEY_RP_ID: is.domain.nullable().default(null),
  /** Currency units within ten minutes beyond which credits need a proof. */
  PROOF_CREDIT: is.wholeNumber(0).default(10_000),
  /** Users blocked within ten minutes beyond which blocking another one needs a proof. */
  PROOF_BLOCKS: is.wholeNumber(0).default(10),
  /** How long failed sign-ins count, and how long a lock lasts. */
  LOGIN_WINDOW: is.duration.default(15 * 60),
  /** The age from which `archive-audit` may take a row; null: never. */
  AUDIT_RETENTION: is.retention.nullable().default(null),
  LOG_LEVEL: is.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  /** `failed`: requests that are rejected, fail or are slow. */
  LOG_REQUESTS: is.oneOf('failed', 'all').default('failed'),
  METRICS_PORT: is.port.nullable().default(null),
  /** Required at /metrics, which is then also open to other machines. */
  METRICS_TOKEN: is.secret.nullable().default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: is.httpUrl.nullable().default(null),
  OTEL_SERVICE_NAME: is.text.default('console-api'),
})

type Variables = z.output<typeof VARIABLES>

/** One message for each rule about two variables that is broken. */
function conflictsOf(env: Variables): string[] {
  const production = env.NODE_ENV === 'production'
  const { PORT, EXTERNAL_PORT } = env
  const rules: readonly (readonly [boolean, string])[] = [
    [
      env.SERVICES.length > 1 && PORT === EXTERNAL_PORT && PORT !== 0,
      `PORT and EXTERNAL_PORT must be two ports, not both ${PORT}`,
    ],
    [
      production && env.DEMO_DATA,
      'DEMO_DATA is refused when NODE_ENV is production: its accounts have a known password',
    ],
    [production && !env.TOKEN_SECRET, 'TOKEN_SECRET is required when NODE_ENV is production'],
    [
      env.DATABASE_URL !== null && !env.TOKEN_SECRET,
      'TOKEN_SECRET is required with DATABASE_URL: all processes on a database need the same',
    ],
    [
      env.TOKEN_SECRET_ACCEPTED !== null && !env.TOKEN_SECRET,
      'TOKEN_SECRET_ACCEPTED needs TOKEN_SECRET: it is a second one',
    ],
    [
      env.SECOND_FACTOR.levels.length > 0 && !env.FACTOR_KEY,
      'FACTOR_KEY is required where SECOND_FACTOR names levels',
    ],
    [
      env.PASSKEY_RP_ID !== null && !hasOriginOf(env, env.PASSKEY_RP_ID),
      `CORS_ORIGINS has no origin of PASSKEY_RP_ID '${env.PASSKEY_RP_ID}': every passkey would be refused`,
    ],
    [
      env.DATABASE_REPLICA_URL !== null && !env.DATABASE_URL,
      'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded engine has no replica',
    ],
    [
      env.METRICS_TOKEN !== null && env.METRICS_PORT === null,
      'METRICS_TOKEN needs METRICS_PORT: without it there are no metrics',
    ],
  ]
  return [...withoutDatabase(env), ...rules.flatMap(([isBroken, message]) => (isBroken ? [message] : []))]
}

/** Whether a page whose host is this domain, or below it, may call. */
function hasOriginOf({ CORS_ORIGINS, NODE_ENV }: Variables, domain: string): boolean {
  if (!CORS_ORIGINS) return NODE_ENV !== 'production' && domain === LOCAL_DOMAIN
  return CORS_ORIGINS.some((origin) => `.${new URL(origin).hostname}`.endsWith(`.${domain}`))
}

/** The last commit that copies an embedded database to PostgreSQL; docs/operate.md names it too. */
const LAST_WITH_COPY = 'de520765'

function withoutDatabase({ NODE_ENV, DATABASE_URL, DATA_DIR }: z.output<typeof location>): string[] {
  if (NODE_ENV !== 'production' || DATABASE_URL) return []
  const isRequired = 'DATABASE_URL is required when NODE_ENV is production'
  if (!holdsDatabase(DATA_DIR)) return [isRequired]
  return [
    `${isRequired}: the database in ${resolve(DATA_DIR)} is of the embedded engine, which production does not use. ` +
      `Commit ${LAST_WITH_COPY} is the last that can copy it to PostgreSQL (docs/operate.md)`,
  ]
}

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>

const camelCase = (name: string) =>
  name.toLowerCase().replace(/_(.)/g, (_, first: string) => first.toUpperCase())

/** Names as the code uses them: `rateLimit` is RATE_LIMIT. */
const inCamelCase = <Read extends object>(read: Read) =>
  Object.fromEntries(Object.entries(read).map(([name, value]) => [camelCase(name), value])) as {
    [Name in keyof Read & string as CamelCase<Name>]: Read[Name]
  }

type Environment = Readonly<Record<string, string | undefined>>

export type Settings = ReturnType<typeof readSettings>

/** @throws CommandError naming every variable that is wrong */
export function readSettings(env: Environment) {
  const read = readVariables(VARIABLES, env, conflictsOf)
  const production = read.NODE_ENV === 'production'
  return {
    ...inCamelCase(read),
    production,
    corsOrigins: read.CORS_ORIGINS ?? (production ? [] : [LOCAL_ORIGIN]),
    apiDocs: read.API_DOCS ?? !production,
    passkeyRpId: read.PASSKEY_RP_ID ?? (production ? null : LOCAL_DOMAIN),
  } satisfies DatabaseLocation & Record<string, unknown>
}

/** The window in seconds, for a command with the servers' environment. @throws CommandError */
export const readLoginWindow = (env: Environment): number =>
  readVariables(VARIABLES.pick({ LOGIN_WINDOW: true }), env).LOGIN_WINDOW

/** The database of commands that run without the server. @throws CommandError */
export const readDatabaseLocation = (env: Environment): DatabaseLocation => ({
  ...inCamelCase(readVariables(location, env, withoutDatabase)),
  databaseConnections: WORK_CLASSES.length,
})
