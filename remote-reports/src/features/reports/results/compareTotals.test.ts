import { describe, expect, test } from '@jest/globals'
import { compareTotals } from './compareTotals'
import { bestAndWorst, computeTotal, readResult } from './reportResult'
import { TOTAL_COLUMNS } from './reportColumns'

const totalOf = (pago: number, cobro: number) => {
  const result = readResult([{ machineName: 'A', pago, cobro, totalProfit: pago - cobro }], 'Total')
  return result.kind === 'total' ? result.total : computeTotal([])
}
const change = (key: string, now: [number, number], before: [number, number]) => {
  const changes = compareTotals(TOTAL_COLUMNS.external, totalOf(...now), totalOf(...before))
  const found = changes.find(({ column }) => column.key === key)!
  return [found.before, found.now, found.difference, found.percent]
}

describe('the change from the earlier period', () => {
  test.each([
    ['more', 'inflow', [150, 0], [100, 0], [10_000, 15_000, 5_000, 50]],
    ['less', 'outflow', [0, 25], [0, 100], [10_000, 2_500, -7_500, -75]],
    ['from a loss to a profit', 'profit', [100, 0], [0, 50], [-5_000, 10_000, 15_000, 300]],
    ['from nothing', 'inflow', [1, 0], [0, 0], [0, 100, 100, null]],
    ['of percentages, in points', 'return', [100, 90], [100, 50], [50, 90, 40, 80]],
    ['of a percentage, from nothing', 'return', [100, 50], [0, 0], [0, 50, null, null]],
    ['of a percentage, to nothing', 'return', [0, 0], [100, 50], [50, 0, null, -100]],
    ['of a percentage, from a true 0', 'return', [100, 50], [100, 0], [0, 50, 50, null]],
  ] as const)('%s', (_, key, now, before, expected) =>
    expect(change(key, [...now], [...before])).toEqual(expected),
  )
})

describe('the best and the worst machines', () => {
  const rows = (profits: number[]) =>
    profits.map((profitCents, index) => ({ ...totalOf(0, 0), machineName: `M${index}`, profitCents }))
  const cents = (profits: number[], each: number) => bestAndWorst(rows(profits), each).map((bar) => bar.cents)

  test('are both ends of the list by profit', () =>
    expect(cents([3, -1, 7, 0, 5, -9], 2)).toEqual([7, 5, -1, -9]))
  test('are all machines if there are few', () => expect(cents([3, -1, 7, 0], 2)).toEqual([7, 3, 0, -1]))
  test('are empty without machines', () => expect(cents([], 2)).toEqual([]))
})
