import { isIP } from 'node:net'
import { centsFromWire } from '@console/shared-kernel/contracts'
import { LEVELS } from '@console/shared-kernel/levels'
import { z } from 'zod'

/**
 * Kinds of settings. An error message follows the setting's name and contains the rule and the given text.
 */
const must = <T>(rule: string, schema: z.ZodType<T, string>) =>
  z.string().transform((given, context): T => {
    const text = given.trim()
    const read = schema.safeParse(text)
    if (read.success) return read.data
    context.addIssue(`must be ${rule}, not '${text}'`)
    return z.NEVER
  })

export const text = z.string().trim()

export const flag = must(
  'true or false',
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }),
)

export const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  must(`one of ${names.join(', ')}`, z.enum(names))

const MAX = 9_999_999
const number = (digits: RegExp, min: number, max: number) =>
  z.string().regex(digits).pipe(z.coerce.number<string>().min(min).max(max))

export const wholeNumber = (min: number) =>
  must(`a whole number from ${min} to ${MAX}`, number(/^\d{1,7}$/, min, MAX))

/** @returns cents */
export const amount = must(
  'an amount such as 500 or 99.95',
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/)
    .transform(centsFromWire),
)

/** Ending all sessions of a user takes one lock each; PostgreSQL has about 6,400 for all connections. */
export const sessions = must('a whole number from 1 to 500', number(/^\d{1,3}$/, 1, 500))

/** Empty for anything but a level or a range of levels. */
function levelsOf(text: string): number[] {
  const [, first, last = first] = /^([1-7])(?:-([1-7]))?$/.exec(text) ?? []
  return LEVELS.filter((level) => level >= Number(first) && level <= Number(last))
}

export interface SecondFactorRule {
  /** Factors are neither asked for nor offered. */
  isOff: boolean
  /** Users of these levels must have a factor. */
  levels: number[]
}

export const secondFactor = must(
  'off, optional, or levels such as 1-3',
  z
    .string()
    .refine((value) => value === 'off' || value === 'optional' || levelsOf(value).length > 0)
    .transform((value): SecondFactorRule => ({ isOff: value === 'off', levels: levelsOf(value) })),
)

/** The domain of the console's page, or a parent of it. */
export const domain = must(
  'a domain such as console.example',
  z.string().regex(/^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/),
)

/** 0 lets the system choose. */
export const port = must('a port number from 0 to 65535', number(/^\d{1,5}$/, 0, 65_535))

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

export const SERVICES = ['api', 'external'] as const
export type Service = (typeof SERVICES)[number]

export const services = must(
  'api, external or both',
  list
    .pipe(z.array(z.enum(SERVICES)).min(1))
    .transform((asked) => SERVICES.filter((name) => asked.includes(name))),
)

/** No wildcard: answers are for signed-in users and sent with credentials. */
export const origins = must(
  'a comma-separated list of origins such as https://console.example',
  list.pipe(
    z.array(z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin)),
  ),
)

function isNetwork(network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/')
  const family = isIP(address)
  const bitsFit =
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return family !== 0 && bitsFit && rest.length === 0
}

export const networks = must(
  'a comma-separated list of addresses or networks such as 10.0.0.0/8',
  list.pipe(z.array(z.string().refine(isNetwork))),
)

/** Never shown, since it may hold a password; nor are `databaseUrl` and `secret`. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
  .transform((url) => url.replace(/\/+$/, ''))

const SECONDS_PER: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** @returns seconds */
const seconds = (rule: string, { min = 1, max = Infinity }) =>
  must(
    rule,
    z
      .string()
      .regex(/^\d{1,6}[smhd]$/)
      .transform((value) => Number(value.slice(0, -1)) * (SECONDS_PER[value.slice(-1)] ?? NaN))
      .pipe(z.number().min(min).max(max)),
  )

export const duration = seconds('a duration such as 30s, 15m, 12h or 7d', {})
/** Newer rows are still in use: a sign-in is compared with those of the last 30 days. */
export const MIN_RETENTION_SECONDS = 30 * 86_400
export const retention = seconds('30 days at least, such as 400d', { min: MIN_RETENTION_SECONDS })
export const wait = seconds('a duration such as 30s or 5m, an hour at most', { max: 3600 })
export const waitOrNone = seconds('a duration such as 30s or 5m, an hour at most', { min: 0, max: 3600 })

export const timeZone = must(
  'a time zone such as Europe/Madrid',
  z.string().transform((zone, context) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
    } catch {
      context.addIssue('unknown')
      return z.NEVER
    }
  }),
)

export const databaseUrl = z
  .string()
  .trim()
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    }),
  )

export const secret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
