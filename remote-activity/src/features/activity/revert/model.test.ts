import { expect, test } from '@jest/globals'
import type { Activity, ActivitySubject } from '@console/shared-kernel/contracts'
import { mayRevert } from './model'

const AT = '2026-11-29T08:00:00.000Z'
const row = (over: Partial<Activity>): Activity => ({
  id: 1,
  at: AT,
  kind: 'machine.credit',
  actor: null,
  subject: null,
  before: {},
  after: {},
  reason: null,
  reverts: null,
  requestId: null,
  ...over,
})
const hours = (count: number): number => Date.parse(AT) + count * 3_600_000

const BLOCK = { kind: 'user.update', before: { is_blocked: false }, after: { is_blocked: true } }
const userSubject = (userId: number): ActivitySubject => ({
  type: 'user',
  userId,
  machineId: null,
  name: 'eva',
  ownerName: '',
})

test.each<[string, Partial<Activity>, number, boolean]>([
  ['a credit', {}, 1, true],
  ['a credit of a day ago', {}, 24, false],
  ['a block', { kind: 'machine.block' }, 23, true],
  ['the end of a block', { kind: 'machine.block-end' }, 1, false],
  ['a configuration of weeks ago', { kind: 'machine.config' }, 1_000, true],
  ['a block of a user', BLOCK, 1, true],
  ['a block of the viewer', { ...BLOCK, subject: userSubject(1) }, 1, false],
  ['a block of another user', { ...BLOCK, subject: userSubject(2) }, 1, true],
  ['another change of a user', { kind: 'user.update', before: { name_client: 'x' } }, 1, false],
  [
    'a block with another change',
    { kind: 'user.update', before: { is_blocked: false, name_client: 'x' } },
    1,
    false,
  ],
  ['a new machine', { kind: 'machine.create' }, 1, false],
  ['an invalid time', { at: 'never' }, 1, false],
])('%s', (_, over, after, expected) =>
  expect(mayRevert(row(over), { userId: 1 }, hours(after))).toBe(expected),
)
