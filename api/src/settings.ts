import { MEMORY } from './db/location'
import { StartError } from './startError'
import * as read from './settingTypes'

/** Everything that can be set from outside, read once at start. README.md lists the variables. */
export interface Settings {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly externalPort: number
  readonly dataDir: string
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly demoData: boolean
  readonly timeZone: string
  /** Seconds. */
  readonly tokenTtl: number
  /** Null: kept in the data directory, made when missing. */
  readonly tokenSecret: string | null
  /** Seconds: how far back failed logins count, and how long a lock lasts. */
  readonly loginWindow: number
  readonly logLevel: string
}

type Environment = Readonly<Record<string, string | undefined>>

const DEVELOPMENT_ORIGINS = [4000, 4111, 4112, 4113, 4114].map((port) => `http://localhost:${port}`).join(',')

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
  const production = env['NODE_ENV'] === 'production'
  const settings: Settings = {
    production,
    host: get('HOST', '127.0.0.1', read.text),
    port: get('PORT', '4200', read.port),
    externalPort: get('EXTERNAL_PORT', '4300', read.port),
    dataDir: readDataDir(env),
    corsOrigins: get('CORS_ORIGINS', production ? '' : DEVELOPMENT_ORIGINS, read.origins),
    trustProxy: get('TRUST_PROXY', '', read.networks),
    demoData: get('DEMO_DATA', 'false', read.flag),
    timeZone: get('TIME_ZONE', 'Europe/Madrid', read.timeZone),
    tokenTtl: get('TOKEN_TTL', '12h', read.duration),
    tokenSecret: readSecret(env, problems),
    loginWindow: get('LOGIN_WINDOW', '15m', read.duration),
    logLevel: get('LOG_LEVEL', 'info', read.logLevel),
  }
  if (production && settings.demoData) {
    problems.push('DEMO_DATA is refused when NODE_ENV is production: its accounts have a known password')
  }
  if (production && !settings.tokenSecret) {
    problems.push('TOKEN_SECRET is required when NODE_ENV is production')
  }
  if (problems.length > 0)
    throw new StartError(`Wrong settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return settings
}

/** The one setting that the commands beside the server need too. */
export function readDataDir(env: Environment): string {
  const text = env['DATA_DIR']?.trim() || '.console/data'
  return text.startsWith('memory:') ? MEMORY : text
}

/** Never shown in a message, whatever is wrong with it. */
function readSecret(env: Environment, problems: string[]): string | null {
  const secret = env['TOKEN_SECRET'] || null
  if (secret && Buffer.byteLength(secret) < 32) problems.push('TOKEN_SECRET must be at least 32 bytes long')
  return secret
}
