import { expect, test } from '@jest/globals'
import { normaliseTrend } from './machineTrend'

test('days are read in their order, and a repeated day only once', () => {
  const days = [
    { day: '2026-11-27', profitCents: 1250, note: 'unknown fields have no effect' },
    { day: '2026-11-28', profitCents: '-300' },
    { day: '2026-11-28', profitCents: 7 },
  ]
  expect(normaliseTrend({ days })).toEqual([
    { day: '2026-11-27', profitCents: 1250 },
    { day: '2026-11-28', profitCents: -300 },
  ])
  expect(normaliseTrend({ days: [] })).toEqual([])
})

test.each([
  null,
  7,
  { day: '28-11-2026', profitCents: 1 },
  { day: 20261128, profitCents: 1 },
  { profitCents: 1 },
  { day: '2026-11-28' },
  { day: '2026-11-28', profitCents: null },
  { day: '2026-11-28', profitCents: 1.5 },
  { day: '2026-11-28', profitCents: 'much' },
])('the entry %p is left out', (entry) => {
  const good = { day: '2026-11-27', profitCents: 0 }
  expect(normaliseTrend({ days: [entry, good] })).toEqual([good])
})

test.each([null, 'days', [], {}, { days: null }, { days: {} }])('%p is not a trend', (wire) =>
  expect(normaliseTrend(wire)).toBeNull(),
)
