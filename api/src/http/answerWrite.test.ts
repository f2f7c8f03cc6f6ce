import { expect, jest, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../foundation/httpError'
import type { Writes } from '../services/writes/writes'
import { answerPreparedWrite } from './answerWrite'

test('a user over the change limit cannot trigger slow work', async () => {
  const writes: Writes = {
    findAnswer: async () => null,
    findUsedKeys: async () => new Set(),
    checkLimit: () => {
      throw tooMany(1, 'changes')
    },
    run: async () => ({ status: 200, body: {} }),
  }
  const request = { caller: { userId: 1 }, headers: {}, routeOptions: {} } as unknown as FastifyRequest
  const prepare = jest.fn(async () => async () => ({}))
  const answer = answerPreparedWrite({ writes, request, reply: {} as FastifyReply, status: 200 }, prepare)
  await expect(answer).rejects.toMatchObject({ status: 429, limit: 'changes' })
  expect(prepare).not.toHaveBeenCalled()
})
