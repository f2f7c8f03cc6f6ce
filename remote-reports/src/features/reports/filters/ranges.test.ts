import { describe, expect, it } from '@jest/globals'
import { comparisonOf, type ComparisonName } from './comparisons'
import { daysOf, QUICK_RANGES } from './ranges'

const period = (dateFrom: string, timeFrom: string, dateTo: string, timeTo: string) => ({
  dateFrom,
  timeFrom,
  dateTo,
  timeTo,
})

describe('quick ranges', () => {
  const of = (label: string, day: string) =>
    QUICK_RANGES.find((range) => range.label === label)!.of({ day, time: '14:05' })

  it.each([
    ['Today', '2026-11-21', period('2026-11-21', '00:00', '2026-11-21', '14:05')],
    ['Yesterday', '2026-03-01', period('2026-02-28', '00:00', '2026-02-28', '23:59')],
    ['Last 7 days', '2026-11-03', period('2026-10-28', '00:00', '2026-11-03', '14:05')],
    ['This month', '2026-11-21', period('2026-11-01', '00:00', '2026-11-21', '14:05')],
    ['Last month', '2026-01-31', period('2025-12-01', '00:00', '2025-12-31', '23:59')],
    ['Last month', '2024-03-31', period('2024-02-01', '00:00', '2024-02-29', '23:59')],
  ])('%s on %s', (label, day, expected) => expect(of(label, day)).toEqual(expected))
})

describe('what a period is compared with', () => {
  const compared = (name: ComparisonName, dateFrom: string, dateTo: string) => {
    const of = comparisonOf(name)!.of(period(dateFrom, '08:00', dateTo, '14:05'))
    expect([of.timeFrom, of.timeTo]).toEqual(['08:00', '14:05'])
    return [of.dateFrom, of.dateTo]
  }
  it.each([
    ['previous', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['previous', '2026-11-01', '2026-11-07', '2026-10-25', '2026-10-31'],
    ['lastWeek', '2026-03-01', '2026-03-02', '2026-02-22', '2026-02-23'],
    ['lastMonth', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['lastMonth', '2026-03-30', '2026-03-31', '2026-02-28', '2026-02-28'],
    ['lastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['lastMonth', '2026-01-10', '2026-01-11', '2025-12-10', '2025-12-11'],
    ['lastYear', '2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ] as const)('%s: %s to %s', (name, dateFrom, dateTo, ...expected) =>
    expect(compared(name, dateFrom, dateTo)).toEqual(expected),
  )
})

describe('the days of a period', () => {
  it('are whole but for the first and the last', () =>
    expect(daysOf(period('2026-10-24', '08:00', '2026-10-26', '20:00'))).toEqual([
      period('2026-10-24', '08:00', '2026-10-24', '23:59'),
      period('2026-10-25', '00:00', '2026-10-25', '23:59'),
      period('2026-10-26', '00:00', '2026-10-26', '20:00'),
    ]))

  it('of one day is that day', () => {
    const day = period('2026-10-24', '08:00', '2026-10-24', '20:00')
    expect(daysOf(day)).toEqual([day])
  })
})
