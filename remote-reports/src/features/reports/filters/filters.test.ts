import { describe, expect, it } from '@jest/globals'
import { NOTHING_CHOSEN } from '../cascade/cascade'
import { externalData, internalData } from '../definitions'
import { toParameters } from '../api'
import {
  asksToRun,
  defaultFilters,
  isReversed,
  readFilters,
  withoutFilters,
  writeFilters,
  type ReportFilters,
} from './filters'

const defaults = defaultFilters({ day: '2026-11-21', time: '14:05' })
const filters = (over: Partial<ReportFilters> = {}): ReportFilters => ({ ...defaults, ...over })
const read = (query: string) => readFilters(new URLSearchParams(query), defaults, externalData)

it('[ENTITY-23] [STATE-31] the defaults are Total, today, from midnight until now', () =>
  expect(defaults).toEqual({
    selection: NOTHING_CHOSEN,
    queryType: 'Total',
    dateFrom: '2026-11-21',
    timeFrom: '00:00',
    dateTo: '2026-11-21',
    timeTo: '14:05',
  }))

describe('[VALID-21] from after to', () => {
  it.each([
    ['a day later', { dateFrom: '2026-11-22' }, true],
    ['a minute later', { timeFrom: '14:06' }, true],
    ['the same minute', { timeFrom: '14:05' }, false],
    ['an earlier day, a later time', { dateFrom: '2026-11-20', timeFrom: '23:59' }, false],
  ])('%s: %p', (_, over, expected) => expect(isReversed(filters(over))).toBe(expected))
})

describe('filters in the address', () => {
  const changed = filters({
    selection: { ...NOTHING_CHOSEN, subAdmin: 3, client: 6, machine: 'a-b' },
    queryType: 'POS',
    dateFrom: '2026-10-01',
    timeFrom: '08:30',
    timeTo: '23:59',
  })

  it('come back as they were', () => {
    const address = writeFilters(new URLSearchParams(), changed, defaults)
    expect(readFilters(address, defaults, externalData)).toEqual(changed)
  })

  it('hold the days always, times only where they are not the default, and run only after Search', () => {
    const plain = (run?: boolean) => writeFilters(new URLSearchParams('sort=profit'), defaults, defaults, run)
    expect(plain().toString()).toBe('sort=profit&dateFrom=2026-11-21&dateTo=2026-11-21')
    expect(asksToRun(plain())).toBe(false)
    expect(asksToRun(plain(true))).toBe(true)
    // a change after the search is no longer what was searched for
    expect(asksToRun(writeFilters(plain(true), changed, defaults))).toBe(false)
  })

  it('leave nothing behind but what is not theirs', () => {
    const address = writeFilters(new URLSearchParams('sort=profit'), changed, defaults, true)
    expect(withoutFilters(address).toString()).toBe('sort=profit')
  })

  it.each([
    'dateFrom=2026-02-31&dateTo=x',
    'timeFrom=24:00&timeTo=1:1',
    'queryType=Everything',
    'subAdmin=abc&client=-1&distributor=1.5',
    'dateFrom=1899-12-31&dateTo=2100-01-01',
  ])('that nobody can have meant are passed over: %s', (query) => expect(read(query)).toEqual(defaults))

  it('[INTERNAL-2] hold no query type that cannot be chosen', () =>
    expect(readFilters(new URLSearchParams('queryType=Detail'), defaults, internalData).queryType).toBe(
      'Total',
    ))
})

describe('[CALL-28] the query', () => {
  const period = {
    queryType: 'Total',
    dateFrom: '2026-11-21',
    dateTo: '2026-11-21',
    timeFrom: '00:00',
    timeTo: '14:05',
  }

  it('is global where nothing is chosen', () =>
    expect(toParameters(internalData, defaults)).toEqual({ ...period, globalSearch: 'true' }))

  it('names what is chosen, and nothing else', () => {
    const selection = { subAdmin: 3, distributor: 4, subDistributor: 5, client: 6, machine: 'm' }
    expect(toParameters(internalData, filters({ selection }))).toEqual({
      ...period,
      subAdminId: '3',
      distributorId: '4',
      subDistributorId: '5',
      clientId: '6',
      machineId: 'm',
    })
    expect(toParameters(internalData, filters({ selection: { ...NOTHING_CHOSEN, machine: 'm' } }))).toEqual({
      ...period,
      machineId: 'm',
    })
  })

  it('[CALL-29] of the external service has the types of movements too', () =>
    expect(toParameters(externalData, defaults)).toEqual({
      ...period,
      globalSearch: 'true',
      tipoMovs: '2,3',
    }))
})
