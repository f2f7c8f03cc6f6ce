import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { z } from 'zod'
import { ROW_SEPARATOR, type RowPieces } from '../services/listPieces'

const JSON_LIST = 'application/json'
/** One JSON text a line, each of which ends in a line feed. */
const LINES = 'application/x-ndjson'

export interface ListForm {
  readonly type: typeof JSON_LIST | typeof LINES
  readonly gzip: boolean
  /** For the entity tag: no cache may take one form for another. */
  readonly name: string
}

/** What the request asks for. Lines must be named: a client that takes anything gets JSON. */
export function chooseForm({ raw }: Pick<FastifyRequest, 'raw'>): ListForm {
  const accepted = new Negotiator(raw)
  const namesLines = accepted.mediaTypes().some((type) => type.toLowerCase() === LINES)
  const asLines = namesLines && accepted.mediaType([JSON_LIST, LINES]) === LINES
  const gzip = accepted.encoding(['gzip', 'identity']) === 'gzip'
  return {
    type: asLines ? LINES : JSON_LIST,
    gzip,
    name: `${asLines ? 'ndjson' : 'json'}${gzip ? '-gzip' : ''}`,
  }
}

/** The form that the request asks for; the answer, a 304 too, says what it depends on. */
export function listForm(request: FastifyRequest, reply: FastifyReply): ListForm {
  const others = [reply.getHeader('vary') ?? []].flat()
  void reply.header('vary', [...others, 'Accept', 'Accept-Encoding'].join(', '))
  return chooseForm(request)
}

/** Names the next page, if there is one, in the head: the body stays a list. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return
  const query = new URLSearchParams()
  const asked = { ...(request.query as object), cursor: next }
  for (const [name, value] of Object.entries(asked)) query.set(name, String(value))
  void reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`)
}

/**
 * Sends a list that the database wrote as JSON itself, as it comes. What fails on the way breaks the
 * connection, so that no part of a list looks like all of it; a client that goes away ends the reading.
 */
export function sendList(reply: FastifyReply, { type, gzip }: ListForm, pieces: RowPieces): FastifyReply {
  const text = Readable.from(type === LINES ? asLines(pieces) : asJson(pieces), { objectMode: false })
  void reply.type(`${type}; charset=utf-8`)
  if (!gzip) return reply.send(text)
  // each piece goes out at once, and not when the compressor has enough
  const compressed = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
  // the answer's end or failure is seen by reply.send
  pipeline(text, compressed, () => undefined)
  return reply.header('content-encoding', 'gzip').send(compressed)
}

async function* asJson(pieces: RowPieces): AsyncGenerator<string> {
  let separator = '['
  for await (const piece of pieces) {
    yield separator + piece
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* asLines(pieces: RowPieces): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece.replaceAll(ROW_SEPARATOR, '\n')}\n`
}

export const listAnswer = <List extends z.ZodType, Row extends z.ZodType>(list: List, row: Row) => ({
  description: 'A list, or its rows one a line, as Accept asks for it',
  content: { [JSON_LIST]: { schema: list }, [LINES]: { schema: row } },
})
