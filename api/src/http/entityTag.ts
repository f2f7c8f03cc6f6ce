import type { FastifyReply, FastifyRequest } from 'fastify'

/** Lets the browser keep the answer and revalidate it each time. @returns true to answer 304, as the client has it */
export function setEntityTag(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag)
}
