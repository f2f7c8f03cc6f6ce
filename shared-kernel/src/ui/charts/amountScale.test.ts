import { expect, test } from '@jest/globals'
import { formatEurShort, formatProfit } from '../../domain/money'
import { scaleOf } from './AmountCharts'

const AMOUNTS = [123_456_789, 5_000, -987_654_321]

test.each([
  ['whole on a wide plot', 600, formatProfit],
  ['short on a narrow one', 280, formatEurShort],
  ['only in the tooltips where the bars would have no room', 120, null],
])('amounts at the bars are %s', (_, plot, format) => {
  const scale = scaleOf(AMOUNTS, plot)
  expect(scale.format).toBe(format)
  expect(scale.min < Math.min(...AMOUNTS)).toBe(format !== null)
})
