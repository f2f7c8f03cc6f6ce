import { expect, test } from '@jest/globals'
import { formatDateTime } from './instants'
import { formatDayInWords, formatProfitAsUsd } from './panelFormats'

test.each([
  [123_456, '€1,234.56'],
  [-572, '▼ €5.72'],
])('next to dollar amounts, a profit of %p cents is %s', (cents, expected) =>
  expect(formatProfitAsUsd(cents)).toBe(expected),
)

test('a day in words has the same format as the date of an instant', () =>
  expect(formatDateTime('2026-03-01T12:00:00Z', 'UTC')).toBe(`${formatDayInWords('2026-03-01')}, 12:00`))
