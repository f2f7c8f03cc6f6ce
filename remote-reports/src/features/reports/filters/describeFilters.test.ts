import { describe, expect, test } from '@jest/globals'
import { aUser } from '@console/shared-kernel/testing/page'
import { buildCascade, NOTHING_CHOSEN } from '../cascade/cascade'
import { externalData, queryTypeOf } from '../definitions'
import { describeFilters, fileNameParts, filterLine, summarizeFilters } from './describeFilters'
import { defaultFilters } from './filters'

const cascade = buildCascade(
  [aUser({ userId: 3, userName: 'ana', level: 3, parentUserId: null })],
  [{ id: 'm', name: 'Machine: Slot 1', ownerId: null, type: 'machine' }],
)
const filters = defaultFilters(externalData, { day: '2026-11-21', time: '14:05' })
const chosen = { ...filters, selection: { ...NOTHING_CHOSEN, subAdmin: 3, client: 99, machine: 'm' } }

describe('the text of the filters', () => {
  test('lists every filter for a file', () =>
    expect(describeFilters(chosen, cascade)).toEqual([
      ['Sub-Administrator', 'ana'],
      ['Distributor', 'All Distributors'],
      ['Sub-Distributor', 'All Sub-Distributors'],
      ['Client/Player', '99'],
      ['Machine', 'Machine: Slot 1'],
      ['Query Type', 'Total'],
      ['From', '21-11-2026 00:00'],
      ['To', '21-11-2026 14:05'],
    ]))

  test('distinguishes a user who is named like an empty field', () => {
    const named = buildCascade([aUser({ userId: 3, userName: 'All Distributors', level: 3 })], [])
    expect(summarizeFilters(chosen, named)).toContain('Total · All Distributors › 99 › m · ')
  })

  test('gives a file name made of screen, filters and range', () => {
    expect(fileNameParts(externalData, filters, cascade)).toEqual([
      'External Data',
      '2026-11-21',
      'to 2026-11-21',
    ])
    expect(
      fileNameParts(externalData, { ...chosen, queryType: queryTypeOf(externalData, 'POS')! }, cascade),
    ).toEqual(['External Data', 'POS', 'Machine: Slot 1', '2026-11-21', 'to 2026-11-21'])
  })

  test('names the selection in one line', () => {
    const period = '21-11-2026 00:00 to 21-11-2026 14:05'
    expect(summarizeFilters(filters, cascade)).toBe(`Total · All users · ${period}`)
    expect(summarizeFilters(chosen, cascade)).toBe(`Total · ana › 99 › Machine: Slot 1 · ${period}`)
  })

  test('has branch, range and type in one line, plus any chosen times', () => {
    expect(filterLine({ ...chosen, range: 'yesterday' }, cascade)).toEqual({
      users: 'ana › 99 › Machine: Slot 1',
      period: 'Yesterday · Total',
    })
    expect(filterLine(filters, cascade)).toEqual({ users: 'All users', period: '21-11-2026 · Total' })
    const timed = { ...filters, timeTo: '10:00', timeToChosen: true }
    expect(filterLine(timed, cascade).period).toBe('21-11-2026 00:00 to 21-11-2026 10:00 · Total')
  })
})
