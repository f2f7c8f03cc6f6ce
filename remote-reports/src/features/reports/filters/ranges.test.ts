import { describe, expect, test } from '@jest/globals'
import { addDays } from '@console/shared-kernel/domain'
import { comparisonOf, type ComparisonName } from './comparisons'
import { QUICK_RANGES, trendParts } from './ranges'

const period = (dateFrom: string, timeFrom: string, dateTo: string, timeTo: string) => ({
  dateFrom,
  timeFrom,
  dateTo,
  timeTo,
})

describe('quick ranges', () => {
  const of = (label: string, day: string) =>
    QUICK_RANGES.find((range) => range.label === label)!.of({ day, time: '14:05' })

  test.each([
    ['Today', '2026-11-21', period('2026-11-21', '00:00', '2026-11-21', '14:05')],
    ['Yesterday', '2026-03-01', period('2026-02-28', '00:00', '2026-02-28', '23:59')],
    ['Last 7 days', '2026-11-03', period('2026-10-28', '00:00', '2026-11-03', '14:05')],
    ['This month', '2026-11-21', period('2026-11-01', '00:00', '2026-11-21', '14:05')],
    ['Last month', '2026-01-31', period('2025-12-01', '00:00', '2025-12-31', '23:59')],
    ['Last month', '2024-03-31', period('2024-02-01', '00:00', '2024-02-29', '23:59')],
  ])('%s on %s', (label, day, expected) => expect(of(label, day)).toEqual(expected))
})

describe('the period to compare with', () => {
  const compared = (name: ComparisonName, dateFrom: string, dateTo: string) => {
    const of = comparisonOf(name)!.of(period(dateFrom, '08:00', dateTo, '14:05'))
    expect([of.timeFrom, of.timeTo]).toEqual(['08:00', '14:05'])
    return [of.dateFrom, of.dateTo]
  }
  test.each([
    ['previous', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['previous', '2026-11-01', '2026-11-07', '2026-10-25', '2026-10-31'],
    ['lastWeek', '2026-03-01', '2026-03-02', '2026-02-22', '2026-02-23'],
    ['lastMonth', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['lastMonth', '2026-03-30', '2026-03-31', '2026-02-28', '2026-02-28'],
    // the last day is not over, so 28 days are compared with 28 days
    ['lastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-28'],
    ['lastMonth', '2026-01-10', '2026-01-11', '2025-12-10', '2025-12-11'],
    ['lastYear', '2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ] as const)('for %s is %s to %s', (name, dateFrom, dateTo, ...expected) =>
    expect(compared(name, dateFrom, dateTo)).toEqual(expected),
  )

  test.each([
    ['lastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['lastMonth', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastYear', '2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['lastYear', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ] as const)('for %s, in whole months, is %s to %s', (name, dateFrom, dateTo, from, to) => {
    const of = comparisonOf(name)!.of(period(dateFrom, '00:00', dateTo, '23:59'))
    expect(of).toEqual(period(from, '00:00', to, '23:59'))
  })
})

describe('the parts of a trend', () => {
  test('are days, complete except for the first and last', () =>
    expect(trendParts(period('2026-10-24', '08:00', '2026-10-26', '20:00'))).toEqual({
      unit: 'day',
      parts: [
        period('2026-10-24', '08:00', '2026-10-24', '23:59'),
        period('2026-10-25', '00:00', '2026-10-25', '23:59'),
        period('2026-10-26', '00:00', '2026-10-26', '20:00'),
      ],
    }))

  test('of one day are that day', () => {
    const day = period('2026-10-24', '08:00', '2026-10-24', '20:00')
    expect(trendParts(day)).toEqual({ unit: 'day', parts: [day] })
  })

  test('are weeks starting on Monday for more than 31 days', () => {
    const { unit, parts } = trendParts(period('2026-10-07', '08:00', '2026-11-09', '20:00'))!
    expect(unit).toBe('week')
    expect(parts).toEqual([
      period('2026-10-07', '08:00', '2026-10-11', '23:59'),
      period('2026-10-12', '00:00', '2026-10-18', '23:59'),
      period('2026-10-19', '00:00', '2026-10-25', '23:59'),
      period('2026-10-26', '00:00', '2026-11-01', '23:59'),
      period('2026-11-02', '00:00', '2026-11-08', '23:59'),
      period('2026-11-09', '00:00', '2026-11-09', '20:00'),
    ])
  })

  test.each([
    ['2026-10-01', '2026-10-31', 'day', 31],
    ['2026-10-01', '2026-11-01', 'week', 5],
    ['2026-01-05', '2026-08-09', 'week', 31],
    ['2026-01-05', '2026-08-10', 'month', 8],
    ['2024-01-31', '2026-07-01', 'month', 31],
    ['2024-01-31', '2026-08-01', 'year', 3],
    ['1996-12-31', '2026-01-01', 'year', 31],
  ])('from %s to %s are grouped by %s, %i in total', (dateFrom, dateTo, unit, count) => {
    const trend = trendParts(period(dateFrom, '08:00', dateTo, '20:00'))!
    expect([trend.unit, trend.parts.length]).toEqual([unit, count])
    // each part begins on the day after the previous one, and none extends beyond the period
    trend.parts.slice(1).forEach((part, index) => {
      expect(part.dateFrom).toBe(addDays(trend.parts[index]!.dateTo, 1))
    })
    expect(trend.parts[0]).toMatchObject({ dateFrom, timeFrom: '08:00' })
    expect(trend.parts.at(-1)).toMatchObject({ dateTo, timeTo: '20:00' })
  })

  test('are missing for too many years', () =>
    expect(trendParts(period('1995-12-31', '00:00', '2026-01-01', '00:00'))).toBeNull())
})
