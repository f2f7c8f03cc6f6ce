import { pipeline, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DatabaseBusy } from '../db/failures'
import { ROW_SEPARATOR, type RowChunks } from '../services/lists'
import { logIfCutOff } from './log'

const JSON_LIST = 'application/json'
/** Each line is one JSON text and ends in a line feed. */
const LINES = 'application/x-ndjson'
/** Like LINES, plus a last line `{"complete":true,"rows":N}`. */
const COUNTED_LINES = `${LINES};complete=true`
const FORMATS = [
  { type: JSON_LIST, name: 'json' },
  { type: LINES, name: 'ndjson' },
  { type: COUNTED_LINES, name: 'ndjson-complete' },
] as const

/** How long, and at what interval, a session check is retried while the database is too busy. */
const MAX_BUSY_MS = 10_000
const ASK_AGAIN_MS = 250
/** A slow client cannot keep an answer open for longer. */
export const MAX_ANSWER_MS = 600_000

export interface ListFormat {
  type: (typeof FORMATS)[number]['type']
  gzip: boolean
  /** Part of the entity tag, so that caches do not mix up formats. */
  name: string
}

/** A client that accepts anything gets JSON. */
export function chooseFormat({ raw }: Pick<FastifyRequest, 'raw'>): ListFormat {
  const { accept = '*/*', 'accept-encoding': encodings = '' } = raw.headers
  const namesLines = readAccept(accept).some(({ type, quality }) => type === LINES && quality > 0)
  const preferred = namesLines
    ? preferredType(
        accept,
        FORMATS.map(({ type }) => type),
      )
    : JSON_LIST
  const { type, name } = FORMATS.find((format) => format.type === preferred) ?? FORMATS[0]
  const gzip = acceptsGzip([encodings].flat().join())
  return { type, gzip, name: `${name}${gzip ? '-gzip' : ''}` }
}

/** Declares in `Vary` that the answer depends on what the client accepts. */
export function negotiateFormat(request: FastifyRequest, reply: FastifyReply): ListFormat {
  const others = [reply.getHeader('vary') ?? []].flat()
  void reply.header('vary', [...others, 'Accept', 'Accept-Encoding'].join(', '))
  return chooseFormat(request)
}

/**
 * Sends chunks as long as the session lasts. An error resets the connection, so that a partial list never
 * looks complete: over HTTP/1.0, which many proxies speak to a server, a normal close would end a complete
 * answer.
 */
export function sendList(reply: FastifyReply, { type, gzip }: ListFormat, chunks: RowChunks): FastifyReply {
  const checked = whileSignedIn(reply, chunks)
  const written = type === JSON_LIST ? asJson(checked) : asLines(checked, type === COUNTED_LINES)
  const text = Readable.from(written, { objectMode: false })
  // sends each chunk at once; reply.send handles the end and failures
  const sent = gzip
    ? pipeline(text, createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }), () => undefined)
    : text
  sent.once('error', (error) => reply.raw.headersSent && cutOff(reply, error))
  const timer = setTimeout(
    () => cutOff(reply, new Error('an answer may take 10 minutes')),
    MAX_ANSWER_MS - reply.elapsedTime,
  ).unref()
  // with the streams, the log and the metrics, this is the eleventh listener that waits for the end
  reply.raw.setMaxListeners(20).once('close', () => clearTimeout(timer))
  void reply.type(`${type}; charset=utf-8`)
  if (gzip) void reply.header('content-encoding', 'gzip')
  return reply.send(sent)
}

function cutOff(reply: FastifyReply, error: Error): void {
  logIfCutOff(reply, error)
  reply.raw.socket?.resetAndDestroy()
}

async function* whileSignedIn({ request }: FastifyReply, chunks: RowChunks): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    await checkSession(request)
    yield chunk
  }
}

/** A busy database says nothing about the session: the chunk waits, and the list is not cut off. */
async function checkSession(request: FastifyRequest): Promise<void> {
  for (const start = performance.now(); ;) {
    try {
      await request.checkSession?.()
      return
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() - start >= MAX_BUSY_MS) throw error
    }
    await sleep(ASK_AGAIN_MS)
  }
}

async function* asJson(chunks: RowChunks): AsyncGenerator<string> {
  let separator = '['
  for await (const chunk of chunks) {
    yield separator + chunk
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* asLines(chunks: RowChunks, counted: boolean): AsyncGenerator<string> {
  let rows = 0
  for await (const chunk of chunks) {
    const lines = chunk.split(ROW_SEPARATOR)
    rows += lines.length
    yield `${lines.join('\n')}\n`
  }
  if (counted) yield `${JSON.stringify({ complete: true, rows })}\n`
}

export const listAnswer = <List extends z.ZodType, Row extends z.ZodType>(list: List, row: Row) => ({
  description: 'A list, or its rows one a line, as Accept asks for it',
  content: { [JSON_LIST]: { schema: list }, [LINES]: { schema: row } },
})

/**
 * Lets the browser keep the answer and revalidate it each time.
 * @returns true if the client has it: answer 304
 */
export function setEntityTag(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag)
}

/** A media type of an `Accept` header, or an encoding of `Accept-Encoding`. */
interface Accepted {
  type: string
  /** Such as `complete=true`. */
  parameters: readonly string[]
  quality: number
}

/** RFC 9110, 12.5; ignores case, and quotes around a value. */
const readAccept = (header: string): Accepted[] =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part
        .split(';')
        .map((text) => text.trim().replace(/\s*=\s*"?([^"]*)"?/, '=$1'))
      const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      return { type, parameters: parameters.filter((text) => !text.startsWith('q=')), quality }
    })

/** How closely a range fits what is offered; 0: not at all. */
function closeness({ type, parameters }: Accepted, offered: Accepted): number {
  if (type === '*/*') return 1
  if (type.endsWith('/*')) return offered.type.startsWith(type.slice(0, -1)) ? 2 : 0
  if (type !== offered.type || !parameters.every((one) => offered.parameters.includes(one))) return 0
  return 3 + parameters.length
}

/**
 * The type with the highest quality; ties go to the most specific range, then to the first one. Null if none
 * is accepted.
 */
function preferredType<Type extends string>(header: string, types: readonly Type[]): Type | null {
  const ranges = readAccept(header)
  const found = types.flatMap((type) => {
    const offered = readAccept(type)[0]!
    const fits = ranges
      .map((range, place) => ({ type, place, quality: range.quality, close: closeness(range, offered) }))
      .filter(({ close }) => close > 0)
      .sort((one, other) => other.close - one.close)
    return fits[0] && fits[0].quality > 0 ? [fits[0]] : []
  })
  found.sort((a, b) => b.quality - a.quality || b.close - a.close || a.place - b.place)
  return found[0]?.type ?? null
}

function acceptsGzip(header: string): boolean {
  const accepted = readAccept(header)
  const qualityOf = (name: string) => accepted.find(({ type }) => type === name)?.quality
  const gzip = qualityOf('gzip') ?? qualityOf('*') ?? 0
  return gzip > 0 && gzip >= (qualityOf('identity') ?? 0)
}
