import { expect, test } from '@jest/globals'
import { nowIn } from './instants'
import { zonedInstant } from './zonedInstant'

test.each([
  { day: '2026-11-30', time: '08:00', zone: 'Europe/Madrid', expected: '2026-11-30T07:00:00.000Z' },
  { day: '2026-07-01', time: '08:00', zone: 'Europe/Madrid', expected: '2026-07-01T06:00:00.000Z' },
  { day: '2026-07-01', time: '00:00', zone: 'America/Lima', expected: '2026-07-01T05:00:00.000Z' },
  // this time occurs twice: the first one
  { day: '2026-10-25', time: '02:30', zone: 'Europe/Madrid', expected: '2026-10-25T00:30:00.000Z' },
  // this time does not exist: 03:30 instead
  { day: '2026-03-29', time: '02:30', zone: 'Europe/Madrid', expected: '2026-03-29T01:30:00.000Z' },
  { day: '2026-03-29', time: '03:00', zone: 'Europe/Madrid', expected: '2026-03-29T01:00:00.000Z' },
])('$day $time in $zone is $expected', ({ day, time, zone, expected }) =>
  expect(zonedInstant(day, time, zone).toISOString()).toBe(expected),
)

test('day and time lead back to the same day and time all year round', () => {
  for (let hour = 0; hour < 8760; hour += 5) {
    const instant = new Date(Date.UTC(2026, 0, 1, hour))
    const { day, time } = nowIn('Europe/Madrid', instant)
    const found = zonedInstant(day, time, 'Europe/Madrid')
    expect(nowIn('Europe/Madrid', found)).toEqual({ day, time })
  }
})
