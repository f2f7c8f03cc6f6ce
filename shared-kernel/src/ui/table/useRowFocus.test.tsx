import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { layOut } from '../../../testing/layout'
import { COLUMNS, people, rowOf, show, table, type Person } from '../../../testing/peopleTable'
import { actionColumns } from './actionColumns'

beforeEach(() => layOut())
afterEach(() => void jest.restoreAllMocks())

describe('the keyboard', () => {
  const focused = () => document.activeElement?.getAttribute('data-index')

  it('finds one row in the tab order, and moves from it', async () => {
    const { user } = show({ rows: people(60) })
    expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
    await user.tab()
    expect(focused()).toBe('0')
    for (const [key, index] of [
      ['{ArrowDown}', '1'],
      ['{ArrowDown}', '2'],
      ['{ArrowUp}', '1'],
      ['{PageDown}', '11'],
      ['{PageUp}', '1'],
      ['{Home}', '0'],
      ['{ArrowUp}', '0'],
    ] as const) {
      await user.keyboard(key)
      await waitFor(() => expect([key, focused()]).toEqual([key, index]))
    }
    expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
  })

  it('reaches the last row and stays there', async () => {
    const { user } = show({ rows: people(1000) })
    await user.tab()
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('999'))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('999'))
    await user.keyboard('{PageUp}')
    await waitFor(() => expect(focused()).toBe('989'))
  })

  it('leaves the keys of a row’s own button to it', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Open 2' }))
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('button', { name: 'Open 2' })).toHaveFocus()
    expect(rowOf('person 2')).toHaveAttribute('tabindex', '0')
  })

  it('opens the row that has the focus with Enter, and not from its button', async () => {
    const onOpen = jest.fn()
    const { user } = show({ onOpen })
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('1'))
    await user.keyboard('{Enter}')
    screen.getByRole('button', { name: 'Open 2' }).focus()
    await user.keyboard('{Enter}')
    expect(onOpen.mock.calls).toEqual([[{ id: 2, name: 'person 2' }]])
  })

  it('goes on from a row to its actions, and from them past all other rows', async () => {
    const columns = [
      COLUMNS[0]!,
      ...actionColumns<Person>({
        name: ({ name }) => name,
        actionsOf: () => [
          { label: 'Edit', icon: null, onClick: () => {} },
          { label: 'Delete', icon: null, onClick: () => {} },
        ],
        most: 2,
        buttonsFrom: 500,
      }),
    ]
    const { user } = show({ columns, rows: people(60) })
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('1'))
    for (const action of ['Edit', 'Delete']) {
      await user.tab()
      expect(screen.getByRole('button', { name: `${action} person 2` })).toHaveFocus()
    }
    await user.tab()
    expect(document.body).toHaveFocus()
  })

  it('still finds a row where the list has become shorter', async () => {
    const { user, rerender } = show({ rows: people(5) })
    await user.tab()
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('4'))
    rerender(table({ rows: people(2) }))
    await waitFor(() => expect(rowOf('person 2')).toHaveFocus())
    expect(rowOf('person 2')).toHaveAttribute('tabindex', '0')
  })
})
