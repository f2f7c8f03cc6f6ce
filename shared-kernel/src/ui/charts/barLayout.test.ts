import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { formatEurShort, formatProfit } from '../../domain/money'
import { layOutBars } from './barLayout'

const AMOUNTS = [123_456_789, 5_000, -987_654_321]

describe('bars', () => {
  test.each([
    ['in full on a wide plot', 600, formatProfit],
    ['abbreviated on a narrow one', 200, formatEurShort],
    ['only in tooltips if the bars would have no room', 80, null],
  ])('show their amounts %s', (_, plot, format) => {
    expect(layOutBars(AMOUNTS, plot).format).toBe(format)
  })

  test('that are long have their amount inside, and reserve no room for it next to them', () => {
    const layout = layOutBars([100_000, 50_000, 100], 800)
    expect(layout.inside).toEqual([true, true, false])
    expect(layout.zero).toBe(0)
    expect(layout.share * 100_000).toBe(1)
  })

  test('of profits and losses begin at a zero line between them', () => {
    const { zero, share } = layOutBars([30_000, -10_000], 800)
    expect(zero).toBeGreaterThanOrEqual(share * 10_000)
    expect(zero + share * 30_000).toBeLessThanOrEqual(1)
  })

  test('without amounts have no length', () => {
    expect(layOutBars([0, 0], 400)).toMatchObject({ zero: 0, share: 0, format: formatProfit })
    expect(layOutBars([], 0)).toMatchObject({ share: 0, format: null })
  })

  test('of any amounts stay in the plot with their labels, at one scale', () => {
    const amounts = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 12 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 2000 }), (cents, plot) => {
        const { zero, share, format, inside } = layOutBars(cents, plot)
        cents.forEach((amount, index) => {
          const length = Math.abs(amount) * share * plot
          const text = format && !inside[index] ? format(amount).length * 7.5 : 0
          const room = amount < 0 ? zero * plot : plot - zero * plot
          expect(length + text).toBeLessThanOrEqual(room + 0.01)
        })
      }),
    )
  })
})
