import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { mockLayout } from '../../testing/layout'
import { people, tableOnly } from '../../testing/peopleTable'
import { renderAt } from '../../testing/render'
import { SearchField } from './SearchField'

beforeEach(() => mockLayout())
afterEach(() => void jest.restoreAllMocks())

const show = (search: string, rows = people(60)) =>
  renderAt(`/${search}`, {
    '*': (
      <section>
        <SearchField label="Search" value="ana" onChange={() => undefined} ofScreen />
        {tableOnly({ rows })}
      </section>
    ),
  })
const field = () => screen.getByLabelText('Search')
const focused = () => document.activeElement?.getAttribute('data-index')

test.each(['{ArrowUp}', '{Escape}'])('the down arrow moves to the first row, and %s back', async (key) => {
  const { user } = show('')
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('0'))
  await user.keyboard(key)
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('ana')
})

test('from a later row, the up arrow moves by one row and Escape moves back at once', async () => {
  const { user } = show('')
  await user.click(field())
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('2'))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(focused()).toBe('1'))
  await user.keyboard('{Escape}')
  expect(field()).toHaveFocus()
})

test('an empty list takes no focus', async () => {
  const { user } = show('', [])
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(field()).toHaveFocus()
})

test('Escape is left to an open panel', async () => {
  const { user } = show('?open=user:9')
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('0'))
  await user.keyboard('{Escape}')
  expect(focused()).toBe('0')
})
