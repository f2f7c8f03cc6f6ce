import { describe, expect, test } from '@jest/globals'
import { externalData, internalData, type ReportDefinition } from './definitions'

const SUMS = ['machines: Num. machines', 'movements: Num. movements']
const SUM = ['name: Name machine', 'movements: Num. movements']
const RETURN = 'return: % return'
const MOMENT = ['machine: Machine', 'date: Date', 'hour: Hour']

/** Addresses and saved views contain the keys, so keys must survive title changes. */
describe('[EXTERNAL-13] [EXTERNAL-14] the query types of a report, with their texts, and the keys and titles of their columns', () => {
  const described = ({ queryTypes }: ReportDefinition) =>
    queryTypes.map(({ name, help, ...type }) => {
      const { kind, ...lists } = type
      const columns = Object.values(lists).flat()
      return [name, help, kind, columns.map(({ key, header }) => `${key}: ${header}`)]
    })

  test('[EXTERNAL-6] [EXTERNAL-7] [EXTERNAL-8] External Data', () =>
    expect(described(externalData)).toEqual([
      [
        'Total',
        'Shows aggregated data (machines, movements, profits)',
        'totals',
        [
          [...SUMS, 'inflow: Total IN', 'outflow: Total OUT', 'profit: Total profit', RETURN],
          [...SUM, 'inflow: IN', 'outflow: OUT', 'profit: Profit', RETURN],
        ].flat(),
      ],
      [
        'Detail',
        'Shows detailed data (IN, OUT, date, hour, type)',
        'movements',
        [...MOMENT, 'type: Type', 'in: IN', 'out: OUT'],
      ],
      [
        'Tickets',
        'Shows ticket information',
        'movements',
        [...MOMENT, 'ticket: Ticket', 'amount: Amount', 'state: State'],
      ],
      [
        'POS',
        'Shows Point of Sale transactions',
        'movements',
        [...MOMENT, 'operation: Operation', 'amount: Amount'],
      ],
    ]))

  test('[INTERNAL-2] [INTERNAL-3] [CONST-16] Internal Data, where only Total can be chosen', () =>
    expect(described(internalData)).toEqual([
      [
        'Total',
        'Shows aggregated data (movements, total bet, total win)',
        'totals',
        [
          [...SUMS, 'inflow: Total bet', 'outflow: Total win', 'profit: Total profit', RETURN],
          [...SUM, 'inflow: Bet', 'outflow: Win', 'profit: Profit', RETURN],
        ].flat(),
      ],
      ['Detail', 'Shows detailed data by transaction', 'disabled', []],
      ['Detail (Jackpots)', 'Shows jackpot information', 'disabled', []],
      ['Total per game', 'Shows totals aggregated by game', 'disabled', []],
    ]))
})
