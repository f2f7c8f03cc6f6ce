import { describe, expect, test } from '@jest/globals'
import { clockDate, clockOfReports, clockTime, initialOf } from './model'

describe('[SHELL-3] [SHELL-4] the initial of a name', () => {
  test.each([
    ['ana', 'A'],
    ['Ñandú', 'Ñ'],
    ['  ana', 'A'],
    ['😀 ana', '😀'],
    ['ßmith', 'SS'],
    ['9lives', '9'],
    ['', '?'],
    ['   ', '?'],
  ])('of %p is %s', (name, initial) => expect(initialOf(name)).toBe(initial))
})

describe('[SHELL-3] time and date of the browser', () => {
  test.each([
    { at: new Date(2026, 10, 21, 3, 35, 9), date: 'Saturday, November 21, 2026', time: '03:35:09' },
    { at: new Date(2026, 0, 1, 0, 0, 0), date: 'Thursday, January 1, 2026', time: '00:00:00' },
    { at: new Date(2026, 11, 31, 23, 59, 59), date: 'Thursday, December 31, 2026', time: '23:59:59' },
  ])('at $at', ({ at, date, time }) => {
    expect(clockDate(at.getTime())).toBe(date)
    expect(clockTime(at.getTime())).toBe(time)
  })
})

describe('the current time in lists and reports', () => {
  const NOW = Date.UTC(2026, 10, 21, 12, 35)

  test('is shown if the browser’s time differs', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    const { timeZone, shown } =
      own === 'Pacific/Kiritimati'
        ? { timeZone: 'Pacific/Niue', shown: 'Nov 21, 2026, 01:35' }
        : { timeZone: 'Pacific/Kiritimati', shown: 'Nov 22, 2026, 02:35' }
    expect(clockOfReports(NOW, timeZone)).toBe(shown)
    expect(clockOfReports(NOW, own)).toBeNull()
  })
})
