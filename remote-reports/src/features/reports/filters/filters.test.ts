import { describe, expect, test } from '@jest/globals'
import { externalData, internalData, queryTypeOf } from '../definitions'
import { aUser } from '@console/shared-kernel/testing/page'
import { toParameters } from '../api'
import { buildCascade, NOTHING_CHOSEN } from '../cascade/cascade'
import { unknownComparePart } from './comparisons'
import {
  defaultFilters,
  isReversed,
  reportPart,
  resolveView,
  unknownKeys,
  type ReportFilters,
} from './filters'

const defaults = defaultFilters(externalData, { day: '2026-11-21', time: '14:05' })
const filters = (over: Partial<ReportFilters> = {}): ReportFilters => ({ ...defaults, ...over })
const NOW = { day: '2026-11-21', time: '15:30' }
const part = reportPart(defaults, NOW, externalData)
const read = (query: string) => part.read(new URLSearchParams(query))
const written = (shown: ReportFilters, run = false) =>
  Object.fromEntries(
    Object.entries(part.write({ filters: shown, invalid: {}, autoRun: run })).filter(
      ([, text]) => text !== null,
    ),
  ) as Record<string, string>

test('[ENTITY-23] [STATE-31] the defaults are Total, today, and from midnight until now', () =>
  expect(defaults).toEqual({
    selection: NOTHING_CHOSEN,
    queryType: externalData.queryTypes[0],
    range: null,
    dateFrom: '2026-11-21',
    timeFrom: '00:00',
    dateTo: '2026-11-21',
    timeTo: '14:05',
    timeToChosen: false,
  }))

describe('[VALID-21] from after to', () => {
  test.each([
    ['a day later', { dateFrom: '2026-11-22' }, true],
    ['a minute later', { timeFrom: '14:06' }, true],
    ['the same minute', { timeFrom: '14:05' }, false],
    ['an earlier day, a later time', { dateFrom: '2026-11-20', timeFrom: '23:59' }, false],
  ])('%s: %p', (_, over, expected) => expect(isReversed(filters(over))).toBe(expected))
})

describe('filters in the address', () => {
  const changed = filters({
    selection: { ...NOTHING_CHOSEN, subAdmin: 3, client: 6, machine: 'a-b' },
    queryType: queryTypeOf(externalData, 'POS')!,
    dateFrom: '2026-10-01',
    timeFrom: '08:30',
    timeTo: '23:59',
    timeToChosen: true,
  })

  test('are read as they were written', () =>
    expect(read(new URLSearchParams(written(changed)).toString())).toEqual({
      filters: changed,
      invalid: {},
      autoRun: false,
    }))

  test('always include the days; times only if they differ from the default, and run only after Search', () => {
    const days = { dateFrom: '2026-11-21', dateTo: '2026-11-21' }
    expect(written(defaults)).toEqual(days)
    expect(written(defaults, true)).toEqual({ ...days, run: '1' })
    expect(read('run=1')?.autoRun).toBe(true)
    expect(read('run=0')?.autoRun).toBe(false)
  })

  test.each([
    ['dateTo=2026-11-20', '2026-11-20', '23:59'],
    ['dateTo=2026-11-21', '2026-11-21', '15:30'],
    ['client=6', '2026-11-21', '15:30'],
    ['dateTo=2026-11-22', '2026-11-22', '23:59'],
  ])('without a To time end now if To is today, else at the end of that day: %s', (query, dateTo, timeTo) => {
    const { filters: shown } = read(query)!
    expect(shown).toMatchObject({ dateTo, timeTo, timeToChosen: false })
    expect(written(shown)).not.toHaveProperty('timeTo')
  })

  test('keep a chosen To time, even if it is currently the default for its day', () => {
    for (const query of ['dateTo=2026-11-20&timeTo=23:59', 'dateTo=2026-11-21&timeTo=15:30']) {
      const { filters: shown } = read(query)!
      expect(shown.timeToChosen).toBe(true)
      expect(written(shown)).toMatchObject({ timeTo: shown.timeTo })
    }
  })

  test('leave no parameters when they are cleared, and are empty without parameters', () => {
    expect(new Set(Object.values(part.write(null)))).toEqual(new Set([null]))
    expect(Object.keys(part.write(null)).sort()).toEqual(
      Object.keys(part.write({ filters: changed, invalid: {}, autoRun: true })).sort(),
    )
    expect(read('sort=profit')).toBeNull()
  })

  test.each([
    ['dateFrom=2026-02-31&dateTo=x', { dateFrom: '2026-02-31', dateTo: 'x' }],
    ['dateFrom=1899-12-31&dateTo=2100-01-01', { dateFrom: '1899-12-31', dateTo: '2100-01-01' }],
    ['timeFrom=24:00&timeTo=1:1', { timeFrom: '24:00', timeTo: '1:1' }],
    ['queryType=Everything', { queryType: 'Everything' }],
    ['subAdmin=abc&client=-1&distributor=1.5', { subAdmin: 'abc', client: '-1', distributor: '1.5' }],
    ['client=6&client=7', { client: '6, 7' }],
    ['range=someday', { range: 'someday' }],
    ['client=&machine=&dateTo=', { client: '', machine: '', dateTo: '' }],
  ])('with malformed values are kept as text: %s', (query, invalid) => {
    const view = read(query)!
    expect(view).toEqual({ filters: filters({ timeTo: NOW.time }), invalid, autoRun: false })
    expect(part.write(view)).toMatchObject(invalid)
  })

  test('store a quick range by name, which means the current days', () => {
    const yesterday = filters({
      range: 'yesterday',
      dateFrom: '2026-11-20',
      dateTo: '2026-11-20',
      timeTo: '23:59',
    })
    expect(read('range=yesterday')?.filters).toEqual(yesterday)
    expect(read('range=today')?.filters.timeTo).toBe('15:30')
    expect(written(yesterday, true)).toEqual({ range: 'yesterday', run: '1' })
  })

  test('with a quick range and other days use neither', () => {
    expect(read('range=yesterday&dateFrom=2026-11-20')?.invalid).toEqual({})
    const view = read('range=yesterday&dateFrom=2026-01-01')!
    expect(view.invalid).toEqual({ range: 'yesterday' })
    expect(part.write(view)).toMatchObject({ range: 'yesterday', dateFrom: '2026-01-01' })
  })

  test('[INTERNAL-2] accept no disabled query type', () =>
    expect(
      reportPart(defaults, NOW, internalData).read(new URLSearchParams('queryType=Detail'))?.invalid,
    ).toEqual({ queryType: 'Detail' }))

  test('with an unknown or unrelated user are kept as text', () => {
    const user = (userId: number, level: 3 | 6, parentUserId: number | null) =>
      aUser({ userId, level, parentUserId })
    const cascade = buildCascade([user(3, 3, null), user(6, 6, 3), user(30, 3, null)], [])
    const resolved = (query: string) => resolveView(read(query)!, cascade.resolveSelection)
    expect(resolved('subAdmin=3&client=6').invalid).toEqual({})
    expect(resolved('subAdmin=30&client=6&machine=m')).toMatchObject({
      filters: { selection: { ...NOTHING_CHOSEN, subAdmin: 30 } },
      invalid: { client: '6', machine: 'm' },
    })
    expect(resolved('client=999&distributor=x').invalid).toEqual({ client: '999', distributor: 'x' })
  })
})

describe('unknown parts of an address', () => {
  test.each([
    ['run=1&client=6&sort=profit&dir=desc&compare=lastYear', []],
    ['run=1&open=machine:m1&do=details', []],
    ['Client=6&x=&x=1', ['Client', 'x']],
    ['subAdmin=3&distributorId=4', ['distributorId']],
  ])('names in %s: %j', (query, names) => expect(unknownKeys(new URLSearchParams(query))).toEqual(names))

  test.each([
    ['range=yesterday', null],
    ['compare=lastWeek&compare=lastWeek', null],
    ['compare=lastweek', 'lastweek'],
    ['compare=', ''],
    ['compare=lastWeek&compare=lastYear', 'lastWeek, lastYear'],
  ])('the comparison in %s: %j', (query, text) =>
    expect(unknownComparePart.read(new URLSearchParams(query))).toBe(text),
  )
})

describe('[CALL-28] the query of a report', () => {
  const period = {
    queryType: 'Total',
    dateFrom: '2026-11-21',
    dateTo: '2026-11-21',
    timeFrom: '00:00',
    timeTo: '14:05',
  }

  test('is global without a selection', () =>
    expect(toParameters(internalData, defaults)).toEqual({ ...period, globalSearch: 'true' }))

  test('contains the selection, and nothing else', () => {
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

  test('[CALL-29] also contains the movement types for the external service', () =>
    expect(toParameters(externalData, defaults)).toEqual({
      ...period,
      globalSearch: 'true',
      tipoMovs: '2,3',
    }))
})
