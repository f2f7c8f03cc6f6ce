import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { externalData, internalData, queryTypeOf } from '../definitions'
import { bestAndWorst, compareTotals, emptyResult, readResult } from './reportResult'

const [TOTAL] = internalData.queryTypes
const [EXTERNAL_TOTAL] = externalData.queryTypes

const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
afterEach(() => {
  warn.mockClear()
})

const row = (machineName: string, totalBet: number, totalWin: number, numMovements = 1) => ({
  machineName,
  totalBet,
  totalWin,
  totalProfit: totalBet - totalWin,
  numMovements,
})
const totals = (wire: unknown) => {
  const result = readResult(wire, TOTAL)
  if (result.kind !== 'totals') throw new Error('not a total')
  return result
}

describe('[STATE-33] the result of a search', () => {
  test.each([[null], [{}], ['no list'], [[]], [[null, 3]]])(
    '[VALID-19] for %p is empty with a total of zeros',
    (wire) => {
      expect(readResult(wire, TOTAL)).toEqual(emptyResult(TOTAL))
      expect(totals(wire).machines).toEqual([])
      expect(totals(wire).total).toMatchObject({
        machineCount: 0,
        movementCount: 0,
        betCents: 0,
        winCents: 0,
        profitCents: 0,
        returnPercent: 0,
      })
    },
  )

  test('has a computed total if no row is a total', () =>
    expect(totals([row('A', 100, 150.1, 3), row('B', 300.2, 50, 4)]).total).toMatchObject({
      machineCount: 2,
      movementCount: 7,
      betCents: 40020,
      winCents: 20010,
      profitCents: 20010,
      returnPercent: 50,
    }))

  test.each(['Total', 'TOTAL', 'total'])('takes a row named %s as the total, not as a machine', (name) => {
    const { total, machines } = totals([row('A', 100, 50), { ...row(name, 999, 1, 9), numMachines: 5 }])
    expect(total).toMatchObject({ machineCount: 5, movementCount: 9, betCents: 99900, winCents: 100 })
    expect(machines.map(({ machineName }) => machineName)).toEqual(['A'])
  })

  test('counts the rows if the total row has no number of machines', () =>
    expect(totals([row('A', 1, 1), row('B', 1, 1), row('Total', 2, 2)]).total.machineCount).toBe(2))

  test('adds up 50,000 rows to the cent', () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => row(`M${index}`, 0.1, 0.07))
    expect(totals(rows).total).toMatchObject({ betCents: 500_000, winCents: 350_000, profitCents: 150_000 })
  })
})

describe('amounts outside the limits that a server may still have stored', () => {
  test.each([
    ['5e14 cents a row', 5e12, 2.5e12, 50],
    ['more than a number holds to the cent', 5e12, 9.2e16, 0],
    ['more than a number holds', Number.MAX_VALUE, Infinity, 0],
  ])('%s: sums and percentages are finite', (_name, bet, win, percent) => {
    const rows = Array.from({ length: 1000 }, (_, index) => row(`M${index}`, bet, win))
    const { total, machines } = totals(JSON.parse(JSON.stringify(rows)))
    expect(total.returnPercent).toBe(percent)
    for (const one of [total, ...machines]) {
      const figures = Object.values(one).filter((value) => typeof value === 'number')
      expect(figures.every(Number.isFinite)).toBe(true)
    }
  })
})

describe('[VALID-20] a first row without in, out or profit', () => {
  test('[ERROR-2] causes a warning in Spanish, and is still read', () => {
    expect(totals([{ machineName: 'A', numMovements: 2 }]).machines).toHaveLength(1)
    expect(warn.mock.calls).toEqual([['A la primera fila del informe le falta in, out o profit.']])
  })
  test('is the only cause of the warning', () => {
    totals([row('A', 1, 1), {}])
    totals([])
    expect(warn).not.toHaveBeenCalled()
  })
})

test('other query types list individual movements', () =>
  expect(readResult([{ Machine: 'A', IN: 5 }], queryTypeOf(externalData, 'Detail')!)).toMatchObject({
    kind: 'movements',
    movements: [{ machine: 'A', inCents: 500, index: 0 }],
  }))

const totalOf = (bet: number, win: number) => totals([row('A', bet, win, 0)]).total
const change = (key: string, now: [number, number], before: [number, number]) => {
  const changes = compareTotals(EXTERNAL_TOTAL.total, totalOf(...now), totalOf(...before))
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
    profits.map((profitCents, index) => ({
      ...totalOf(0, 0),
      machineId: null,
      ownerId: null,
      machineName: `M${index}`,
      profitCents,
    }))
  const cents = (profits: number[], each: number) => bestAndWorst(rows(profits), each).map((bar) => bar.cents)

  test('are the two ends of the list sorted by profit', () =>
    expect(cents([3, -1, 7, 0, 5, -9], 2)).toEqual([7, 5, -1, -9]))
  test('are all machines if there are few', () => expect(cents([3, -1, 7, 0], 2)).toEqual([7, 3, 0, -1]))
  test('are empty without machines', () => expect(cents([], 2)).toEqual([]))
})
