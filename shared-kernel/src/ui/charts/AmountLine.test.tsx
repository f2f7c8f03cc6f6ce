import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderPart } from '@console/shared-kernel/testing/page'
import { AmountLine } from './AmountLine'

// only on paper does the chart have a fixed width: jsdom has none to measure
beforeEach(() => {
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList
})
afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'))

const drawing = (id: string) => document.querySelector(`.MuiLineChart-line[data-series=${id}]`)

describe.each([
  ['an amount that may still change', true, ' so far'],
  ['a final amount', false, ''],
])('%s', (_, ongoing, mark) => {
  test(`is ${ongoing ? 'marked in words and by a dashed line' : 'not marked'}`, () => {
    const points = [
      { name: '30-11', cents: 123_450 },
      { name: '01-12', cents: -572, ongoing },
    ]
    renderPart(<AmountLine label="Profit per day" points={points} />)
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts).toEqual(['30-11: 1.234,50\u00a0€', `01-12: ▼ 5,72\u00a0€${mark}`])
    expect(drawing('ongoing')?.getAttribute('d') ?? '').toMatch(ongoing ? /^M.+L/ : /^$/)
  })
})
