import type { CallError } from '../src/client/errors'
import type { Answer } from './server'

/** How a server misbehaves, and what the caller gets. */
export interface CallFault {
  name: string
  /**
   * - good: the answer, however strange. refused: an error with this status
   * - lost: an error without a status. waits: nothing, until the connection breaks
   * - page: a proxy answers instead. unreadable: done, but the answer breaks the contract
   */
  kind: 'good' | 'refused' | 'lost' | 'waits' | 'page' | 'unreadable'
  error?: Partial<Pick<CallError, 'status' | 'said' | 'message' | 'fieldErrors' | 'retryAfter'>>
  /** No server listens here. */
  address?: string
  long?: true
  answer: (good: unknown) => Answer
}

export const SLOW_MS = 300
export const LOGIN_PAGE: Answer = {
  body: '<!doctype html><title>Log in</title>',
  headers: { 'Content-Type': 'text/html' },
}
const JSON_TYPE = { 'Content-Type': 'application/json' }
const afterSlowMs = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS))
const good = (body: unknown): Answer => ({ body })

export const STRANGE_NAME = `${'ñ'.repeat(10_000)} \u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd 👩‍👩‍👧🎰`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mapRecords(value: unknown, change: (record: Record<string, unknown>) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => mapRecords(item, change))
  return isObject(value) ? change(value) : value
}

const withExtraFields = (value: unknown) =>
  mapRecords(value, (record) => ({
    ...record,
    addedLater: { deep: [1, null] },
    __proto__x: '',
    constructor: 'x',
  }))

/** Replaces the values of name fields at all depths, because a page's rows are nested. */
function withStrangeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStrangeNames)
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([key, part]) => [
    key,
    typeof part === 'string' && /name/i.test(key) ? STRANGE_NAME : withStrangeNames(part),
  ])
  return Object.fromEntries(renamed)
}

const othersShape = (value: unknown): unknown => (isObject(value) ? [value] : { items: value })

const TRANSPORT: readonly CallFault[] = [
  {
    name: 'offline before the call',
    kind: 'lost',
    address: 'http://255.255.255.255:9',
    answer: good,
  },
  { name: 'offline during the call', kind: 'lost', answer: () => ({ fault: 'close' }) },
  { name: 'connection refused', kind: 'lost', address: 'http://127.0.0.1:1', answer: good },
  { name: 'connection reset before the answer', kind: 'lost', answer: () => ({ fault: 'reset' }) },
  { name: 'connection reset in the body', kind: 'lost', answer: (body) => ({ body, fault: 'cut' }) },
  { name: 'no answer', kind: 'waits', answer: () => ({ fault: 'hang' }) },
  { name: 'a body that stalls', kind: 'waits', answer: (body) => ({ body, fault: 'stall' }) },
  { name: 'a slow answer', kind: 'good', answer: (body) => ({ body, after: afterSlowMs() }) },
  {
    name: 'corrupt gzip',
    kind: 'lost',
    answer: () => ({
      body: Buffer.from('not gzip'),
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
    }),
  },
  {
    name: 'a redirect to a login page',
    kind: 'page',
    answer: () => ({ status: 302, headers: { Location: '/login' } }),
  },
]

const SERVER_MESSAGE = 'No se puede ahora'

function rejection(status: number, error: CallFault['error'] = {}, answer: Answer = {}): CallFault {
  return {
    name: String(status),
    kind: 'refused',
    error: { status, said: SERVER_MESSAGE, message: SERVER_MESSAGE, ...error },
    answer: () => ({ status, body: { message: SERVER_MESSAGE }, ...answer }),
  }
}

const FIELD_ERRORS = [{ path: 'userName', message: 'Demasiado largo' }]
const inHalfAMinute = () => ({ 'Retry-After': new Date(Date.now() + 30_000).toUTCString() })

const STATUS: readonly CallFault[] = [
  {
    ...rejection(
      400,
      { fieldErrors: FIELD_ERRORS },
      { body: { message: SERVER_MESSAGE, errors: FIELD_ERRORS } },
    ),
    name: '400 with field errors',
  },
  ...[401, 403, 404, 405, 409, 413, 422].map((status) => rejection(status)),
  {
    ...rejection(429, { retryAfter: 7 }, { headers: { 'Retry-After': '7' } }),
    name: '429, again in some seconds',
  },
  {
    ...rejection(429),
    name: '429, again at a date',
    answer: () => ({ status: 429, body: { message: SERVER_MESSAGE }, headers: inHalfAMinute() }),
  },
  { ...rejection(429, { retryAfter: null }), name: '429, and no word of when' },
  {
    ...rejection(500, { said: null, message: '' }, { body: '' }),
    name: '500, empty',
  },
  {
    ...rejection(502, {}, { ...LOGIN_PAGE, status: 502 }),
    name: '502 as a page',
    // a write reports that its outcome is unknown
    error: { status: 502, said: null },
  },
  rejection(503),
]

const answered = (name: string, body: (good: unknown) => string): CallFault => ({
  name,
  kind: 'unreadable',
  answer: (value) => ({ body: body(value), headers: JSON_TYPE }),
})

const firstHalf = (text: string) => text.slice(0, text.length / 2)

const BODY: readonly CallFault[] = [
  { name: 'a page with 200', kind: 'page', answer: () => LOGIN_PAGE },
  answered('malformed', () => '[{"a":1,]'),
  answered('truncated', (value) => firstHalf(JSON.stringify(value) ?? '')),
  answered('empty', () => ''),
  { name: 'missing', kind: 'unreadable', answer: () => ({ status: 204 }) },
  answered('null', () => 'null'),
  answered('a number', () => '5'),
  answered('an object for a list', (value) => JSON.stringify(othersShape(value))),
  { name: 'extra fields', kind: 'good', answer: (value) => ({ body: withExtraFields(value) }) },
  {
    name: 'duplicate ids',
    kind: 'good',
    answer: (value) => ({
      body: Array.isArray(value) ? [...(value as unknown[]), ...(value as unknown[])] : value,
    }),
  },
  { name: '100,000 rows', kind: 'good', long: true, answer: good },
  { name: 'strange names', kind: 'good', answer: (value) => ({ body: withStrangeNames(value) }) },
]

/** All faults except those in the order of calls, which are in `CALL_ORDERS`. */
export const CALL_FAULTS: readonly CallFault[] = [...TRANSPORT, ...STATUS, ...BODY]
