import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a list that the database wrote as JSON itself, as it comes.
 * @param pieces the list's inside: one or more items each, with commas between them
 */
export const sendJsonList = (
  reply: FastifyReply,
  pieces: Iterable<string> | AsyncIterable<string>,
): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(inBrackets(pieces), { objectMode: false }))

async function* inBrackets(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '['
  for await (const piece of pieces) {
    yield separator + piece
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
