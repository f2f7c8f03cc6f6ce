import { describe, expect, test } from '@jest/globals'
import { addDays, countDays, firstOfMonth, formatDay, isReportDay, parseDay } from './calendarDays'

describe('[CONST-21] the days of reports', () => {
  test.each([
    ['1900-01-01', true],
    ['2099-12-31', true],
    ['1899-12-31', false],
    ['2100-01-01', false],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%p: %p', (text, expected) => expect(isReportDay(text)).toBe(expected))
})

describe('[CONST-19] a typed day', () => {
  test.each([
    ['21-11-2026', '2026-11-21'],
    ['1-2-2026', '2026-02-01'],
    ['01/02/2026', '2026-02-01'],
    [' 01.02.2026 ', '2026-02-01'],
    ['01022026', '2026-02-01'],
    ['31-04-2026', null],
    ['21-11-26', null],
    ['2026-11-21', null],
    ['01-01-1899', null],
    ['', null],
  ])('%p is read as %p', (text, expected) => expect(parseDay(text)).toBe(expected))

  test('is read as it was written', () => expect(parseDay(formatDay('2026-11-09'))).toBe('2026-11-09'))
  test('is written dd-MM-yyyy', () => expect(formatDay('2026-11-09')).toBe('09-11-2026'))
})

describe('counting days', () => {
  test.each([
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', -1, '2026-10-24'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%p and %p is %p, even when clocks change', (day, count, expected) =>
    expect(addDays(day, count)).toBe(expected),
  )

  test.each([
    ['2026-11-21', '2026-11-21', 1],
    ['2026-10-01', '2026-10-31', 31],
    ['2026-11-21', '2026-11-20', 0],
  ])('%p to %p contains %p', (from, to, expected) => expect(countDays(from, to)).toBe(expected))

  test('finds the first day of a month', () => expect(firstOfMonth('2026-11-21')).toBe('2026-11-01'))
})
