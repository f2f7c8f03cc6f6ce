import { expect, test } from '@jest/globals'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { CallError } from '@console/shared-kernel/core'
import { serverForTests } from '@console/shared-kernel/testing/page'
import { blockCalls } from './bulkCalls'

const server = serverForTests()

const UNTIL = '2026-11-30T07:00:00.000Z'
const wire = { userId: 9, userName: 'bea', level: 6, version: '3' }
const users = [normaliseUser(wire), normaliseUser({ ...wire, userId: 10, version: null })] as User[]

test.each([
  ['with an end', true, { until: UNTIL }, { version: '3' }],
  ['with a reason', true, { reason: 'fraud' }, { version: '3' }],
  ['without either, which keeps the end of any block', true, {}, {}],
  ['that are lifted', false, { reason: 'paid' }, {}],
] as const)('blocks %s', (_, blocked, extra, version) =>
  expect(blockCalls(blocked, extra).bodyOf(users)).toEqual({
    items: [
      { userId: 9, blocked, ...version },
      { userId: 10, blocked },
    ],
    ...extra,
  }),
)

test('blocks a single user with the end and reason', async () => {
  server().on('/api/Users/9', { body: {} })
  await blockCalls(true, { until: UNTIL, reason: 'fraud' }).single(users[0]!, 'key')
  expect(
    server()
      .writes()
      .map(({ body }) => JSON.parse(body) as unknown),
  ).toEqual([expect.objectContaining({ isBlocked: true, blockedUntil: UNTIL, reason: 'fraud' })])
})

test.each([
  [{ isBlocked: true }, 'Blocked meanwhile, no end. Changed by olga.'],
  [{ isBlocked: false }, 'El usuario ha cambiado'],
])('the message for a user who is now %j', (fields, text) => {
  const rejection = new CallError('El usuario ha cambiado', {
    changedBy: 'olga',
    current: { ...wire, ...fields },
  })
  expect(blockCalls(true, { until: UNTIL }).refusalText!(rejection)).toBe(text)
})
