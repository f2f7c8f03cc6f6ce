import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets the browser keep an answer and ask each time whether it still holds.
 * @returns whether the client has it already: then the answer is a bare 304
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag)
}
