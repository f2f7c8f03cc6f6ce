import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { aUser, mockLayout, renderAs } from '@console/shared-kernel/testing/page'
import { AmountBars } from './AmountBars'

const BARS = [
  { name: 'Slot 1', cents: 123_450, machineId: 'm1' },
  { name: 'Slot 2', cents: -572, machineId: null },
]
const show = () => renderAs(aUser({ level: 1 }), <AmountBars label="Profit" bars={BARS} />, '/external?run=1')

beforeEach(() => mockLayout({ width: 600 }))
afterEach(() => void jest.restoreAllMocks())

describe('amount bars', () => {
  test('show their amounts in the same format as tables, inside long bars', () => {
    show()
    expect(screen.getByRole('figure', { name: 'Profit' })).toBeVisible()
    expect(screen.getByText('1.234,50 €')).toHaveClass('inside')
    expect(screen.getByText('▼ 5,72 €')).toHaveClass('loss')
    expect(screen.getByText('▼ 5,72 €')).not.toHaveClass('inside')
  })

  test('open the panel of their machine, if they have one, on a click or Enter', async () => {
    const { user } = show()
    const [bar, ...others] = screen.getAllByRole('link')
    expect(others).toEqual([])
    expect(bar).toHaveAccessibleName('Slot 1 1.234,50\u00a0€')
    await user.tab()
    expect(bar).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.search).toBe('?open=machine:m1&run=1'))
  })

  test('show the exact amount on hover, even if there is no room for it', async () => {
    mockLayout({ width: 40 })
    const { user } = show()
    expect(screen.getByText('1.234,50 €')).toHaveClass('spoken')
    await user.hover(screen.getByText('Slot 1'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Slot 1: 1.234,50 €')
  })
})
