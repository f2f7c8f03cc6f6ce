import { expect, test } from '@jest/globals'
import { blockConflict } from './blockConflict'

const MONDAY = '2026-11-30T07:00:00.000Z'
const TUESDAY = '2026-12-01T07:00:00.000Z'
const open = { blocked: false, blockedUntil: null }
const blocked = (blockedUntil: string | null = null) => ({ blocked: true, blockedUntil })

test.each([
  ['a new block of what is not blocked', open, open, { until: MONDAY }, 'none'],
  ['a new block over one without an end', open, blocked(), { until: MONDAY }, 'replaces'],
  ['a new block without an end over one that ends', open, blocked(MONDAY), { until: null }, 'replaces'],
  ['a reason for a block that was not seen', open, blocked(), { reason: 'repair' }, 'replaces'],
  ['a block that is there already', open, blocked(MONDAY), { until: MONDAY }, 'none'],
  ['a block with any end', open, blocked(MONDAY), {}, 'none'],
  ['another end of the block that was seen', blocked(MONDAY), blocked(MONDAY), { until: TUESDAY }, 'none'],
  [
    'another end of a block whose end has changed',
    blocked(MONDAY),
    blocked(),
    { until: TUESDAY },
    'replaces',
  ],
  ['another end of a block that was lifted', blocked(MONDAY), open, { until: TUESDAY }, 'begins'],
] as const)('%s', (_, seen, now, change, expected) => expect(blockConflict(seen, now, change)).toBe(expected))
