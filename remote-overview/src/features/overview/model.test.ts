import { describe, expect, test } from '@jest/globals'
import type { Finding } from '@console/shared-kernel/contracts'
import { changeOf, changeText, figureOf, findingName, reportOf, returnOf } from './model'

const finding: Finding = {
  id: 1,
  kind: 'no-credit',
  since: '2026-11-20T10:00:00.000Z',
  machine: { id: 'm', name: 'Slot 1', blockable: true },
  user: { id: '6', name: 'bea' },
  figure: null,
  limit: null,
}

describe('the figure of a finding', () => {
  test.each<[Partial<Finding>, string]>([
    [{ kind: 'offline', limit: 120 }, 'for more than 2 min'],
    [{ kind: 'in-service', limit: 14_400 }, 'for more than 4 h'],
    [{ kind: 'profit', figure: 300, limit: 500 }, '3,00\u00a0% in 7 days, limit 5,00\u00a0%'],
    [{ kind: 'payout', figure: 60_001, limit: 45_000 }, '600,01\u00a0€, limit 450,00\u00a0€'],
    [{ kind: 'losing', figure: -600 }, '▼ 6,00\u00a0€'],
    [{ kind: 'credit-change', figure: 1_000_001, limit: 100_000 }, '+$10,000.01'],
    [{ kind: 'credit-change', figure: -1_000_001, limit: 100_000 }, '-$10,000.01'],
    [{ kind: 'refused-sign-ins', figure: 9, limit: 5 }, '9 times'],
    [{ kind: 'refused-sign-ins' }, 'locked'],
    [{ kind: 'new-network', machine: null }, ''],
    [{ kind: 'no-credit', figure: 0 }, ''],
  ])('%j', (over, text) => {
    expect(figureOf({ ...finding, ...over })).toBe(text)
  })
})

test('two findings of one machine have distinct action names', () => {
  expect(findingName(finding)).toBe('Slot 1, No credit')
  expect(findingName({ ...finding, kind: 'losing', figure: -600 })).toBe(
    'Slot 1, Losing for three days ▼ 6,00\u00a0€',
  )
})

test('a machine report covers the time of the finding', () => {
  expect(reportOf(finding, '2026-11-20', '2026-11-21')).toBe(
    '/external?machine=m&dateFrom=2026-11-20&dateTo=2026-11-21&run=1',
  )
  // the report of bets and wins, starting seven days earlier
  expect(reportOf({ ...finding, kind: 'profit' }, '2026-11-20', '2026-11-21')).toBe(
    '/internal?machine=m&dateFrom=2026-11-13&dateTo=2026-11-21&run=1',
  )
  // the local clock is behind the server's
  expect(reportOf(finding, '2026-11-22', '2026-11-21')).toBe(
    '/external?machine=m&dateFrom=2026-11-21&dateTo=2026-11-21&run=1',
  )
  expect(reportOf({ ...finding, machine: null }, '2026-11-20', '2026-11-21')).toBeNull()
})

test('a return is the percentage of the money paid in that was paid out', () => {
  expect(returnOf({ inCents: 20_000, outCents: 15_000 })).toBe(75)
  expect(returnOf({ inCents: 0, outCents: 15_000 })).toBeNull()
})

test.each([
  [112, 100, '+12\u00a0%'],
  [97, 100, '−3\u00a0%'],
  [-50, -100, '+50\u00a0%'],
  [100, 100, '±0\u00a0%'],
  [100, 0, ''],
])('%d after %d is a change of %j', (now, before, text) => {
  expect(changeText(changeOf(now, before))).toBe(text)
})
