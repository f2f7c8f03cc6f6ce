import { pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { z } from 'zod'
import { ROW_SEPARATOR, type RowPieces } from '../services/lists/listPieces'
import { clientGone } from '../foundation/clientGone'
import { logIfCutOff } from './log'

const JSON_LIST = 'application/json'
/** Each line is one JSON text and ends in a line feed. */
const LINES = 'application/x-ndjson'

export interface ListFormat {
  readonly type: typeof JSON_LIST | typeof LINES
  readonly gzip: boolean
  /** Part of the entity tag, so that caches do not mix up formats. */
  readonly name: string
}

/** A client that accepts anything gets JSON. */
export function chooseFormat({ raw }: Pick<FastifyRequest, 'raw'>): ListFormat {
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

/** Says in the answer that it depends on what the client accepts. */
export function negotiateFormat(request: FastifyRequest, reply: FastifyReply): ListFormat {
  const others = [reply.getHeader('vary') ?? []].flat()
  void reply.header('vary', [...others, 'Accept', 'Accept-Encoding'].join(', '))
  return chooseFormat(request)
}

export function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return
  const query = new URLSearchParams()
  const asked = { ...(request.query as object), cursor: next }
  for (const [name, value] of Object.entries(asked)) query.set(name, String(value))
  void reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`)
}

/**
 * When to stop looking for the rows of a page: a search that finds nothing reads the whole list. A whole list
 * needs none, because its pieces end with the answer.
 */
export const pageGone = ({ limit }: { limit?: number | undefined }, reply: FastifyReply) =>
  limit === undefined ? undefined : clientGone(reply)

/** An error breaks the connection, so that a partial list never looks complete. */
export function sendList(reply: FastifyReply, { type, gzip }: ListFormat, pieces: RowPieces): FastifyReply {
  const text = Readable.from(type === LINES ? asLines(pieces) : asJson(pieces), { objectMode: false })
  text.once('error', (error) => logIfCutOff(reply, error))
  void reply.type(`${type}; charset=utf-8`)
  if (!gzip) return reply.send(text)
  // sends each piece at once
  const compressed = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
  // reply.send handles the end and failures
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
