import { expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setEntityTag } from './entityTag'

const ask = (known: string | undefined) => {
  const sent: object[] = []
  const request = { headers: { 'if-none-match': known } } as FastifyRequest
  const reply = { headers: (headers: object) => sent.push(headers) } as unknown as FastifyReply
  return { isKnown: setEntityTag(request, reply, '"a1"'), sent }
}

test.each(['"a1"', 'W/"a1"', '"x", "a1"', '"x" , W/"a1" '])(
  'a client with %s has the current answer',
  (known) => expect(ask(known).isKnown).toBe(true),
)

test.each([undefined, '', '"a2"', '"a1', 'xW/"a1"'])(
  'a client with %s does not have the current answer',
  (known) => expect(ask(known).isKnown).toBe(false),
)

test('the answer may be cached by this client alone, and is validated each time', () =>
  expect(ask(undefined).sent).toEqual([{ etag: '"a1"', 'cache-control': 'private, no-cache' }]))
