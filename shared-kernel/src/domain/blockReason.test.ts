/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { normaliseActivityPage } from '../contracts/activity'
import { reasonOfBlock } from './blockReason'

const block = { kind: 'machine.block', before: { blocked: false }, after: { blocked: true } }
const end = { kind: 'machine.block', before: { blocked: true }, after: { blocked: true, until: 'x' } }
const userBlock = { kind: 'user.update', before: { is_blocked: false }, after: { is_blocked: true } }
const userEnd = { kind: 'user.update', before: { blocked_until: null }, after: { blocked_until: 'x' } }
const rename = { kind: 'user.update', before: { name_client: 'a' }, after: { name_client: 'b' } }

test.each<[string, object[], string | null]>([
  ['that of the block', [{ ...block, reason: 'one' }], 'one'],
  ['none of a block that has none', [{ ...end, reason: 'earlier' }, block], null],
  ['that of the block after a new end without one', [{ ...block, reason: 'one' }, end], 'one'],
  ['that of a new end', [{ ...block, reason: 'one' }, { ...end, reason: 'two' }, end], 'two'],
  ['none after another block', [{ ...block, reason: 'one' }, block, end], null],
  ['that of a user’s block', [{ ...userBlock, reason: 'one' }, userEnd, { ...rename, reason: 'new' }], 'one'],
  ['none of an earlier block of a user', [{ ...userBlock, reason: 'one' }, userBlock, userEnd], null],
  [
    'the one before a new end that was reverted',
    [
      { ...block, reason: 'one' },
      { ...end, reason: 'two' },
      { ...end, reverts: 1 },
    ],
    'one',
  ],
  [
    'the one before a new end that was reverted for a reason',
    [
      { ...block, reason: 'one' },
      { ...end, reason: 'two' },
      { ...end, reason: 'wrong machine', reverts: 1 },
    ],
    'one',
  ],
  [
    'that of a revert that blocks again',
    [{ ...block, reason: 'one' }, { ...block, reason: 'again', reverts: 9 }, end],
    'again',
  ],
  [
    'that of a new end whose revert was reverted',
    [
      { ...block, reason: 'one' },
      { ...end, reason: 'two' },
      { ...end, reverts: 1 },
      { ...end, reverts: 2 },
    ],
    'two',
  ],
  [
    'that of a block that a revert has restored',
    [
      { ...block, reason: 'one' },
      { ...block, reverts: 9 },
    ],
    'one',
  ],
])('the reason for a block is %s', (_, oldestFirst, expected) => {
  const rows = oldestFirst.map((row, id) => ({ id, at: '2026-11-29T10:00:00Z', ...row })).reverse()
  expect(reasonOfBlock(normaliseActivityPage({ rows, next: null })!.rows)).toBe(expected)
})
