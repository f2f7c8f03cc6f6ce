import { describe, expect, test } from '@jest/globals'
import { addDays, countDays, firstOfMonth, formatDay, isReportDay, parseDay } from './calendarDays'

describe('[CONST-21] report days', () => {
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

  test('round-trips through its format', () => expect(parseDay(formatDay('2026-11-09'))).toBe('2026-11-09'))
  test('is written dd-MM-yyyy', () => expect(formatDay('2026-11-09')).toBe('09-11-2026'))
})

describe('date arithmetic', () => {
  test.each([
    { day: '2026-03-29', count: 1, expected: '2026-03-30' },
    { day: '2026-10-25', count: -1, expected: '2026-10-24' },
    { day: '2026-01-01', count: -1, expected: '2025-12-31' },
    { day: '2024-02-28', count: 1, expected: '2024-02-29' },
    { day: '2026-11-21', count: 0, expected: '2026-11-21' },
  ])('"$day" plus $count days is "$expected", even across clock changes', ({ day, count, expected }) =>
    expect(addDays(day, count)).toBe(expected),
  )

  test.each([
    { from: '2026-11-21', to: '2026-11-21', expected: 1 },
    { from: '2026-10-01', to: '2026-10-31', expected: 31 },
    { from: '2026-11-21', to: '2026-11-20', expected: 0 },
  ])('"$from" to "$to" is $expected days', ({ from, to, expected }) =>
    expect(countDays(from, to)).toBe(expected),
  )

  test('finds the first day of a month', () => expect(firstOfMonth('2026-11-21')).toBe('2026-11-01'))
})
