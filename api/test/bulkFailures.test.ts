import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseBusy, DatabaseUnavailable, OutcomeUnknown } from '../src/db/failures'
import { forbidden } from '../src/foundation/httpError'
import { answerBulk } from '../src/http/bulk'
import type { Writes } from '../src/services/writes/writes'

const place = { userId: 1, level: 1, path: '' }
const requestOf = (userIds: number[], findItemTarget: () => Promise<object> = async () => place) =>
  ({
    id: 'the request',
    method: 'POST',
    routeOptions: {},
    headers: {},
    body: { items: userIds.map((userId) => ({ userId })) },
    caller: place,
    findItemTarget,
    log: { error: () => undefined, child: () => null },
  }) as unknown as FastifyRequest & { body: { items: { userId: number }[] } }
const reply = { raw: { destroyed: false } } as FastifyReply

/** A bulk call for three users, one of whom cannot be written. */
function callFailingAt(failing: number, error: Error) {
  const begun: number[] = []
  const writes: Writes = {
    checkLimit: () => undefined,
    findAnswer: async () => null,
    findUsedKeys: async () => new Set(),
    run: async (_request, status, change) => {
      const answer = await change(undefined as never)
      if ((answer as { number: number }).number === failing) throw error
      return { status, body: answer }
    },
  }
  const answer = answerBulk(writes, requestOf([1, 2, 3]), reply, {
    idOf: ({ userId }) => userId,
    change: async (_trx, { userId }) => {
      begun.push(userId)
      return { number: userId }
    },
  })
  return { answer, begun }
}

const NOT_TRIED = { status: 503, message: 'No se ha intentado: el servidor falló antes' }

describe('a database that fails during a bulk call', () => {
  test.each([
    [503, new DatabaseUnavailable('gone')],
    [504, new OutcomeUnknown('gone during the commit')],
    [500, new Error('a mistake')],
  ])('causes a %d for the current item, and no further item starts', async (status, error) => {
    const { answer, begun } = callFailingAt(2, error)
    expect((await answer).results).toEqual([
      { id: 1, status: 200, number: 1 },
      { id: 2, status, message: expect.any(String) },
      { id: 3, ...NOT_TRIED },
    ])
    expect(begun).toEqual([1, 2])
  })

  test('fails the whole call if nothing was done yet', async () => {
    const error = new DatabaseUnavailable('gone')
    await expect(callFailingAt(1, error).answer).rejects.toBe(error)
  })

  test('fails only the item whose row is locked', async () => {
    const { answer } = callFailingAt(1, new DatabaseBusy('locked'))
    expect((await answer).results.map(({ status }) => status)).toEqual([503, 200, 200])
  })
})

test('summing many items asks once which of them are done, and looks up no target', async () => {
  const asked: (readonly string[])[] = []
  const one = async (): Promise<never> => {
    throw new Error('asked for one item')
  }
  const writes: Writes = {
    checkLimit: () => undefined,
    findAnswer: one,
    findUsedKeys: async (_caller, keys) => {
      asked.push(keys)
      return new Set(['a-key:2'])
    },
    run: one,
  }
  const request = requestOf([1, 2], one)
  const body = { ...request.body, followedBy: [{ userId: 3 }] }
  const answer = answerBulk(
    writes,
    Object.assign(request, { body, headers: { 'idempotency-key': 'a-key' } }),
    reply,
    {
      idOf: ({ userId }) => userId,
      requireProof: async (open) => {
        expect(await open()).toEqual([{ userId: 1 }, { userId: 3 }])
        throw forbidden()
      },
      change: one,
    },
  )
  await expect(answer).rejects.toEqual(forbidden())
  expect(asked).toEqual([['a-key:1', 'a-key:2', 'a-key:3']])
})

describe('an item that an earlier call has committed', () => {
  const writes: Writes = {
    checkLimit: () => undefined,
    findAnswer: async () => ({ status: 200, body: { number: 1 } }),
    findUsedKeys: async () => new Set(),
    run: async () => {
      throw new Error('not made again')
    },
  }
  const repeated = (afterCommit: () => Promise<void>, findItemTarget?: () => Promise<object>) =>
    answerBulk(writes, requestOf([1], findItemTarget), reply, {
      idOf: ({ userId }) => userId,
      change: async () => ({ number: 2 }),
      afterCommit,
    })

  test('counts as done only once what follows its commit has ended', async () => {
    const late = async () => {
      throw new OutcomeUnknown('a write below still runs')
    }
    await expect(repeated(late)).rejects.toThrow('a write below still runs')
    let ended = false
    const { results } = await repeated(async () => {
      await nextTurn()
      ended = true
    })
    expect([results, ended]).toEqual([[{ id: 1, status: 200, number: 1 }], true])
  })

  test('counts as done if its target is gone', async () => {
    const none = async () => {
      throw new Error('nothing to wait for')
    }
    const gone = async () => {
      throw forbidden()
    }
    expect((await repeated(none, gone)).results).toEqual([{ id: 1, status: 200, number: 1 }])
  })
})
