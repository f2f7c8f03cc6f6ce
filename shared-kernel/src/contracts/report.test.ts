import { describe, expect, test } from '@jest/globals'
import {
  isTotalRow,
  lacksAmounts,
  normaliseMovementRows,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from './report'

const empty: ReportRow = {
  machineName: 'Unknown',
  machineCount: 0,
  movementCount: 0,
  inCents: 0,
  outCents: 0,
  betCents: 0,
  winCents: 0,
  profitCents: 0,
  returnPercent: 0,
  wonCents: null,
  lostCents: null,
}
const sums = {
  ...empty,
  machineName: 'M',
  machineCount: 2,
  movementCount: 30,
  inCents: 20000,
  outCents: 15050,
  betCents: 20000,
  winCents: 15050,
  profitCents: 4950,
  returnPercent: 75.25,
}

describe('[ENTITY-24] a report row', () => {
  test.each<[string, Record<string, unknown>, ReportRow]>([
    [
      'camelCase',
      { machineName: 'M', numMachines: 2, numMovements: 30, totalIn: 200, totalOut: 150.5 },
      sums,
    ],
    [
      'PascalCase',
      { MachineName: 'M', NumMachines: 2, NumMovements: 30, TotalIn: 200, TotalOut: 150.5 },
      sums,
    ],
    ['pago and cobro', { machineName: 'M', numMachines: 2, numMovements: 30, pago: 200, cobro: 150.5 }, sums],
    [
      'numbers as text',
      { machineName: 'M', numMachines: '2', numMovements: '30', pago: '200', cobro: '150.50' },
      sums,
    ],
    [
      'bet and win',
      { machineName: 'M', numMachines: 2, numMovements: 30, totalBet: 200, TotalWin: 150.5 },
      sums,
    ],
    [
      'given profit and percentage',
      { totalIn: 10, totalOut: 4, totalProfit: 5.5, returnPercentage: 41 },
      {
        ...empty,
        inCents: 1000,
        outCents: 400,
        betCents: 1000,
        winCents: 400,
        profitCents: 550,
        returnPercent: 41,
      },
    ],
    ['a given profit of zero', { totalIn: 10, TotalProfit: 0 }, { ...empty, inCents: 1000, betCents: 1000 }],
    ['a loss', { totalOut: 4 }, { ...empty, outCents: 400, winCents: 400, profitCents: -400 }],
    ['[ENTITY-25] won and lost', { ganado: '1.5', perdido: 2 }, { ...empty, wonCents: 150, lostCents: 200 }],
    ['nothing', {}, empty],
    ['wrong types', { machineName: {}, totalIn: [], cobro: 'x', numMovements: 1.5, ganado: {} }, empty],
  ])('%s', (_, wire, expected) => expect(normaliseReportRows([wire])).toEqual([expected]))

  test('is summed in cents without drift', () => {
    const rows = normaliseReportRows(Array.from({ length: 1000 }, () => ({ totalIn: 0.1, totalOut: 0.2 })))
    expect(rows.reduce((sum, row) => sum + row.profitCents, 0)).toBe(-10_000)
  })

  test.each([[null], [{}], ['[]'], [[]], [[null, 3, 'x', []]]])('[VALID-19] is not found in %p', (wire) =>
    expect(normaliseReportRows(wire)).toEqual([]),
  )

  test.each([
    { inCents: 0, outCents: 500, expected: 0 },
    { inCents: 200, outCents: 100, expected: 50 },
    { inCents: 400, outCents: 500, expected: 125 },
  ])('with $inCents in and $outCents out returns $expected percent', ({ inCents, outCents, expected }) =>
    expect(returnPercentage(inCents, outCents)).toBe(expected),
  )
})

describe('[STATE-33] the total row', () => {
  test.each([
    ['Total', true],
    ['TOTAL', true],
    [' total ', true],
    ['Totals', false],
    ['', false],
  ])('%p: %p', (machineName, expected) => expect(isTotalRow({ machineName })).toBe(expected))
})

describe('[VALID-20] a first row without in, out or profit', () => {
  test.each([
    ['all there', [{ totalIn: 1, TotalOut: 1, totalProfit: 0 }], false],
    ['Spanish names', [{ pago: 1, cobro: 1, totalProfit: 0 }, {}], false],
    ['no profit', [{ pago: 1, cobro: 1 }], true],
    ['an empty row', [{}], true],
    ['no row at all', [], false],
    ['an invalid row', [null], true],
    ['no list', {}, false],
  ])('%s: %p', (_, wire, expected) => expect(lacksAmounts(wire)).toBe(expected))
})

/** The values of a row without any known field. */
const [nothing] = normaliseMovementRows([{}])

describe('[CALL-35] a movement of the external service', () => {
  test.each([
    [
      'Detail',
      { Machine: 'M', Date: '21-11-2026', Hour: '10:00:00', Type: 'Cash in', IN: 20.5, OUT: '0' },
      { machine: 'M', date: '21-11-2026', hour: '10:00:00', type: 'Cash in', inCents: 2050 },
    ],
    [
      'Tickets',
      { Machine: 'M', Date: 'd', Hour: 'h', Ticket: 'T-1', Amount: 0.1, State: 'paid' },
      { machine: 'M', date: 'd', hour: 'h', ticket: 'T-1', amountCents: 10, state: 'paid' },
    ],
    [
      'POS in camelCase',
      { machine: 'M', date: 'd', hour: 'h', operation: 'Sale', amount: '-3' },
      { machine: 'M', date: 'd', hour: 'h', operation: 'Sale', amountCents: -300 },
    ],
  ])('%s', (_, wire, expected) =>
    expect(normaliseMovementRows([wire])).toEqual([{ ...nothing, ...expected }]),
  )

  test('has empty texts and zero amounts if nothing can be read', () => {
    const [row] = normaliseMovementRows([{ Machine: {}, IN: 'x', Amount: null }])
    expect(row).toMatchObject({ machine: '', type: '', inCents: 0, amountCents: 0 })
    expect(new Set(Object.values(row!))).toEqual(new Set(['', 0]))
  })

  test.each([[null], [{}], ['[]'], [[null, 3, []]]])('[VALID-19] is not found in %p', (wire) =>
    expect(normaliseMovementRows(wire)).toEqual([]),
  )
})
