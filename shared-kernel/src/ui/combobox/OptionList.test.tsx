import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { mockLayout } from '../../../testing/layout'
import { renderPart } from '../../../testing/render'
import { OptionList } from './OptionList'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const onSubmit = jest.fn()

function Numbers({ count }: { count: number }) {
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(chosen)
      }}
    >
      <OptionList
        empty="None"
        label="Numbers"
        options={numbers(count)}
        optionKey={(number) => number}
        chosen={chosen}
        onChoose={setChosen}
        renderOption={(number) => `number ${number}`}
      />
    </form>
  )
}
const list = () => screen.getByRole('listbox', { name: 'Numbers' })
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

beforeEach(() => mockLayout({ height: 320 }))
afterEach(() => {
  jest.restoreAllMocks()
  onSubmit.mockClear()
})

describe('a list of options', () => {
  test('renders a window of 50,000 options, each with its position', () => {
    renderPart(<Numbers count={50_000} />)
    const options = screen.getAllByRole('option')
    expect(options.length).toBeGreaterThan(5)
    expect(options.length).toBeLessThan(40)
    expect(options[2]).toHaveAttribute('aria-posinset', '3')
    expect(options[2]).toHaveAttribute('aria-setsize', '50000')
  })

  test('has no selection at first, and a click selects', async () => {
    const { user } = renderPart(<Numbers count={5} />)
    expect(chosen()).toBeUndefined()
    expect(list()).not.toHaveAttribute('aria-activedescendant')
    await user.click(screen.getByRole('option', { name: 'number 3' }))
    expect(chosen()).toBe('number 3')
    expect(list()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'number 3' }).id,
    )
  })

  test('works by keyboard, and Enter submits the form around it', async () => {
    const { user } = renderPart(<Numbers count={50_000} />)
    await user.tab()
    expect(list()).toHaveFocus()
    for (const [key, expected] of [
      ['{ArrowDown}', 'number 1'],
      ['{ArrowDown}', 'number 2'],
      ['{PageDown}', 'number 12'],
      ['{ArrowUp}', 'number 11'],
      ['{End}', 'number 50000'],
      ['{ArrowDown}', 'number 50000'],
      ['{Home}', 'number 1'],
    ] as const) {
      await user.keyboard(key)
      expect([key, (await screen.findByRole('option', { selected: true })).textContent]).toEqual([
        key,
        expected,
      ])
    }
    await user.keyboard('{Enter}')
    expect(onSubmit.mock.calls).toEqual([[1]])
  })

  test('can be focused even if it is empty', async () => {
    const { user } = renderPart(<Numbers count={0} />)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(list()).toHaveFocus()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })
})
