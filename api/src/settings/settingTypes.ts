import { isIP } from 'node:net'
import { WORK_CLASSES } from '../db/workClass'

/** Parsers of settings. Error messages continue after the setting's name. */

export const text = (value: string): string => value

export function flag(value: string): boolean {
  if (value === 'true') return true
  if (value === 'false') return false
  throw new Error('must be true or false')
}

/** 0 lets the system choose. */
export function port(value: string): number {
  const number = Number(value)
  if (!/^\d{1,5}$/.test(value) || number > 65535) throw new Error('must be a port number from 0 to 65535')
  return number
}

export const portOrNone = (value: string): number | null => (value === '' ? null : port(value))

const MOST = 9_999_999

const wholeNumberFrom =
  (least: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d{1,7}$/.test(value) || number < least)
      throw new Error(`must be a whole number from ${least} to ${MOST}`)
    return number
  }

export const countOrNone = wholeNumberFrom(0)
export const count = wholeNumberFrom(1)
/** One for each class of work. */
export const connections = wholeNumberFrom(WORK_CLASSES.length)

export const SERVICES = ['api', 'external'] as const
export type Service = (typeof SERVICES)[number]

export function services(value: string): Service[] {
  const asked = list(value)
  const known = SERVICES.filter((name) => asked.includes(name))
  if (known.length === 0 || known.length < asked.length) throw new Error('must be api, external or both')
  return known
}

const SECONDS_PER: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400 }

/** @returns seconds, more than 0 */
export function duration(value: string): number {
  const seconds = delay(value)
  if (seconds === 0) throw new Error('must be a duration such as 30s, 15m, 12h or 7d')
  return seconds
}

/** @returns seconds, at least a day since younger rows are still in use; null: keep forever */
export function retention(value: string): number | null {
  if (value === '') return null
  const seconds = duration(value)
  if (seconds < 86_400) throw new Error('must be a day at least, such as 400d')
  return seconds
}

const MAX_WAIT_S = 3600

/** @returns seconds, more than 0 */
export function wait(value: string): number {
  const seconds = waitOrNone(value)
  if (seconds === 0) throw new Error('must be a duration such as 30s or 5m')
  return seconds
}

/** @returns seconds */
export function waitOrNone(value: string): number {
  const seconds = delay(value)
  if (seconds > MAX_WAIT_S) throw new Error('must be an hour at most')
  return seconds
}

/** @returns seconds */
function delay(value: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(value) ?? []
  const seconds = Number(amount) * (SECONDS_PER[unit ?? ''] ?? NaN)
  if (Number.isNaN(seconds)) throw new Error('must be a duration such as 30s, 15m, 12h or 7d')
  return seconds
}

export function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new Error('must be a time zone such as Europe/Madrid')
  }
}

const ENVIRONMENTS = ['production', 'development', 'test']

/** A misspelt `production` would switch off all its checks. */
export function environment(value: string): string {
  if (!ENVIRONMENTS.includes(value)) throw new Error(`must be one of ${ENVIRONMENTS.join(', ')}`)
  return value
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function logLevel(value: string): string {
  if (!LOG_LEVELS.includes(value)) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`)
  return value
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** No wildcard: answers are for signed-in users and sent with credentials. */
export function origins(value: string): string[] {
  return list(value).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error('must be a comma-separated list of origins such as https://console.example')
    }
    return origin
  })
}

export function networks(value: string): string[] {
  return list(value).map((network) => {
    const [address = '', bits, ...rest] = network.split('/')
    const family = isIP(address)
    const bitsFit =
      bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    if (family === 0 || !bitsFit || rest.length > 0) {
      throw new Error('must be a comma-separated list of addresses or networks such as 10.0.0.0/8')
    }
    return network
  })
}

export function addressOrNone(value: string): string | null {
  if (value === '') return null
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error('must be an address such as http://127.0.0.1:4318')
  }
  return value.replace(/\/+$/, '')
}
