import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatDateTime, nowIn, parseInstant, todayIn } from './instants'

describe('[CONST-19] a date with a time', () => {
  test.each([
    { value: '2026-11-21T02:35:00Z', zone: 'Europe/Madrid', expected: 'Nov 21, 2026, 03:35' },
    { value: '2026-11-21T02:35:00Z', zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: '2026-11-21T02:35:00Z', zone: 'America/New_York', expected: 'Nov 20, 2026, 21:35' },
    { value: '2026-07-05T12:00:00.123Z', zone: 'Europe/Madrid', expected: 'Jul 05, 2026, 14:00' },
    { value: '2026-11-21T02:35:00+02:00', zone: 'UTC', expected: 'Nov 21, 2026, 00:35' },
    { value: '2026-10-25T00:30:00Z', zone: 'Europe/Madrid', expected: 'Oct 25, 2026, 02:30' },
    { value: '2026-10-25T01:30:00Z', zone: 'Europe/Madrid', expected: 'Oct 25, 2026, 02:30' },
    { value: '2026-11-21T02:35:00', zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: '2026-11-21T02:35:00.1234567', zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: '2026-11-21 02:35', zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: '2026-11-21', zone: 'UTC', expected: 'Nov 21, 2026, 00:00' },
    { value: Date.UTC(2026, 10, 21, 2, 35), zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: new Date(Date.UTC(2026, 10, 21, 2, 35)), zone: 'UTC', expected: 'Nov 21, 2026, 02:35' },
    { value: '2026-11-21T02:35:00Z', zone: 'Not/AZone', expected: 'Nov 21, 2026, 03:35' },
  ])('$value in $zone: $expected', ({ value, zone, expected }) =>
    expect(formatDateTime(value, zone)).toBe(expected),
  )

  test('uses the business time zone by default', () => {
    expect(formatDateTime('2026-11-21T02:35:00Z')).toBe('Nov 21, 2026, 03:35')
  })

  test.each([[null], [undefined], [''], ['  ']])('[ERROR-34] is "N/A" for %p', (value) =>
    expect(formatDateTime(value, 'UTC')).toBe('N/A'),
  )

  test.each([
    ['soon'],
    ['2026-13-01'],
    ['2026-02-30T00:00:00Z'],
    ['2026-11-21T25:00'],
    ['21/11/2026'],
    ['12'],
    [NaN],
    [{}],
    [[]],
    [true],
    [new Date(NaN)],
    [1e20],
  ])('[ERROR-34] is "Invalid date" for %p', (value) =>
    expect(formatDateTime(value, 'UTC')).toBe('Invalid date'),
  )

  test('never throws', () => {
    fc.assert(fc.property(fc.anything(), fc.string(), (value, zone) => void formatDateTime(value, zone)))
  })

  test('is parsed exactly from every ISO timestamp', () => {
    const range = { min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(range), (date) => expect(parseInstant(date.toISOString())).toEqual(date)))
  })
})

describe('[ENTITY-23] today and now in a time zone', () => {
  test.each([
    { instant: '2026-11-20T23:30:00Z', zone: 'Europe/Madrid', day: '2026-11-21', time: '00:30' },
    { instant: '2026-11-20T23:30:00Z', zone: 'UTC', day: '2026-11-20', time: '23:30' },
    { instant: '2026-11-21T00:00:00Z', zone: 'UTC', day: '2026-11-21', time: '00:00' },
    { instant: '2026-03-29T00:59:00Z', zone: 'Europe/Madrid', day: '2026-03-29', time: '01:59' },
    { instant: '2026-03-29T01:00:00Z', zone: 'Europe/Madrid', day: '2026-03-29', time: '03:00' },
    { instant: '2026-01-01T03:00:00Z', zone: 'America/Lima', day: '2025-12-31', time: '22:00' },
  ])('at $instant in $zone: $day $time', ({ instant, zone, day, time }) => {
    expect(nowIn(zone, new Date(instant))).toEqual({ day, time })
    expect(todayIn(zone, new Date(instant))).toBe(day)
  })
})
