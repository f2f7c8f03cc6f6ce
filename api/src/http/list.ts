import { pipeline, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { DatabaseBusy } from '../db/failures'
import { ROW_SEPARATOR, type RowPieces } from '../services/lists/listPieces'
import { acceptsGzip, preferredType, readAccept } from './accept'
import { logIfCutOff } from './log'

const JSON_LIST = 'application/json'
/** Each line is one JSON text and ends in a line feed. */
const LINES = 'application/x-ndjson'
/** One line more, the last: `{"complete":true,"rows":N}`. */
const COUNTED_LINES = `${LINES};complete=true`
const FORMATS = [
  { type: JSON_LIST, name: 'json' },
  { type: LINES, name: 'ndjson' },
  { type: COUNTED_LINES, name: 'ndjson-complete' },
] as const

/** How long, and how often, a database that is too busy is asked about a session again. */
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
  const asked = namesLines
    ? preferredType(
        accept,
        FORMATS.map(({ type }) => type),
      )
    : JSON_LIST
  const { type, name } = FORMATS.find((format) => format.type === asked) ?? FORMATS[0]
  const gzip = acceptsGzip([encodings].flat().join())
  return { type, gzip, name: `${name}${gzip ? '-gzip' : ''}` }
}

/** Says in the answer that it depends on what the client accepts. */
export function negotiateFormat(request: FastifyRequest, reply: FastifyReply): ListFormat {
  const others = [reply.getHeader('vary') ?? []].flat()
  void reply.header('vary', [...others, 'Accept', 'Accept-Encoding'].join(', '))
  return chooseFormat(request)
}

/**
 * Each piece is sent while the session lasts. An error resets the connection, so that a partial list never looks
 * complete: over HTTP/1.0, which many proxies speak to a server, an ordinary end would be that of a whole answer.
 */
export function sendList(reply: FastifyReply, { type, gzip }: ListFormat, pieces: RowPieces): FastifyReply {
  const checked = whileSignedIn(reply, pieces)
  const written = type === JSON_LIST ? asJson(checked) : asLines(checked, type === COUNTED_LINES)
  const text = Readable.from(written, { objectMode: false })
  // sends each piece at once; reply.send handles the end and failures
  const sent = gzip
    ? pipeline(text, createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }), () => undefined)
    : text
  sent.once('error', (error) => reply.raw.headersSent && cutOff(reply, error))
  const timer = setTimeout(
    () => cutOff(reply, new Error('an answer may take 10 minutes')),
    MAX_ANSWER_MS - reply.elapsedTime,
  ).unref()
  // with the streams, the log and the metrics, this is the eleventh part of the server that waits for the end
  reply.raw.setMaxListeners(20).once('close', () => clearTimeout(timer))
  void reply.type(`${type}; charset=utf-8`)
  if (gzip) void reply.header('content-encoding', 'gzip')
  return reply.send(sent)
}

function cutOff(reply: FastifyReply, error: Error): void {
  logIfCutOff(reply, error)
  reply.raw.socket?.resetAndDestroy()
}

async function* whileSignedIn({ request }: FastifyReply, pieces: RowPieces): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await checkSession(request)
    yield piece
  }
}

/** A busy database says nothing about the session: the piece waits, and the list is not cut off. */
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

async function* asJson(pieces: RowPieces): AsyncGenerator<string> {
  let separator = '['
  for await (const piece of pieces) {
    yield separator + piece
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* asLines(pieces: RowPieces, counted: boolean): AsyncGenerator<string> {
  let rows = 0
  for await (const piece of pieces) {
    const lines = piece.split(ROW_SEPARATOR)
    rows += lines.length
    yield `${lines.join('\n')}\n`
  }
  if (counted) yield `${JSON.stringify({ complete: true, rows })}\n`
}

export const listAnswer = <List extends z.ZodType, Row extends z.ZodType>(list: List, row: Row) => ({
  description: 'A list, or its rows one a line, as Accept asks for it',
  content: { [JSON_LIST]: { schema: list }, [LINES]: { schema: row } },
})
