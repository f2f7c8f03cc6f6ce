import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { COLUMNS, people, rowOf, show, table, type Person } from '../../../testing/peopleTable'
import { actionColumns } from './columns'

beforeEach(() => mockLayout())
afterEach(() => void jest.restoreAllMocks())

describe('the keyboard focus of rows', () => {
  const focused = () => document.activeElement?.getAttribute('data-index')

  test('has one row in the tab order, and moves from it', async () => {
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

  test('stops at the last row', async () => {
    const { user } = show({ rows: people(1000) })
    await user.tab()
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('999'))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('999'))
    await user.keyboard('{PageUp}')
    await waitFor(() => expect(focused()).toBe('989'))
  })

  test('leaves the keys of a row’s own button to the button', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Open 2' }))
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('button', { name: 'Open 2' })).toHaveFocus()
    expect(rowOf('person 2')).toHaveAttribute('tabindex', '0')
  })

  test('opens the focused row with Enter, unless one of its buttons has the focus', async () => {
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

  test('moves with Tab from a row to its actions, and from them past all other rows', async () => {
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

  test('moves to the last row after the list has become shorter', async () => {
    const { user, rerender } = show({ rows: people(5) })
    await user.tab()
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('4'))
    rerender(table({ rows: people(2) }))
    await waitFor(() => expect(rowOf('person 2')).toHaveFocus())
    expect(rowOf('person 2')).toHaveAttribute('tabindex', '0')
  })

  const withNewRowAbove = () => [{ id: 99, name: 'person 99' }, ...people(60)]

  test('stays on its row when others are added above, but not after another search', async () => {
    const { user, rerender } = show({ rows: people(60), foundBy: 'all' })
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('1'))
    rerender(table({ rows: withNewRowAbove(), foundBy: 'all' }))
    expect(rowOf('person 2')).toHaveFocus()
    expect(rowOf('person 2')).toHaveAttribute('tabindex', '0')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(rowOf('person 3')).toHaveFocus())
    rerender(table({ rows: people(60).reverse(), foundBy: 'backwards' }))
    expect(document.querySelector('tr[tabindex="0"]')).toHaveAttribute('data-index', '3')
  })

  test('moves to the row that takes the place of a deleted one', async () => {
    const { user, rerender } = show({ rows: people(5), foundBy: 'all' })
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('1'))
    rerender(table({ rows: people(5).filter(({ id }) => id !== 2), foundBy: 'all' }))
    await waitFor(() => expect(rowOf('person 3')).toHaveFocus())
  })
})

describe('rows that are added and removed', () => {
  const frame = () => screen.getByRole('region', { name: 'People' })
  const rowAt = (clientY: number) => document.querySelectorAll('tbody tr.data')[clientY]
  // jsdom has no pointer events
  const pointTo = (clientY: number) =>
    fireEvent(rowAt(0)!, new MouseEvent('pointermove', { bubbles: true, clientY }))
  const pointElsewhere = () =>
    fireEvent(rowAt(0)!, new MouseEvent('pointerout', { bubbles: true, relatedTarget: document.body }))
  const more = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: 1000 + index, name: `new ${index}` }))

  test('are rendered around the row under the pointer at once, even far away', () => {
    const { rerender } = show({ rows: people(300), foundBy: 'all' })
    // 44 px of header, then two rows
    pointTo(142)
    rerender(table({ rows: [...more(500), ...people(300)], foundBy: 'all' }))
    expect(frame().scrollTop).toBe(500 * 44)
    expect(rowOf('person 3')).toHaveAttribute('data-index', '502')
  })

  test('keep the focus on a row that moves', async () => {
    const { user, rerender } = show({ rows: people(300), foundBy: 'all' })
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(rowOf('person 2')))
    const row = rowOf('person 2')
    rerender(table({ rows: [...more(500), ...people(300)], foundBy: 'all' }))
    expect(row).toHaveFocus()
    expect(rowOf('person 2')).toBe(row)
  })

  test.each([
    ['another search', { foundBy: 'other' }],
    ['rows of an unknown search', { foundBy: undefined }],
  ])('do not scroll the list for %s', (_, over) => {
    const { rerender } = show({ rows: people(300), foundBy: 'all', ...(over.foundBy ? {} : over) })
    pointTo(142)
    rerender(table({ rows: [...more(500), ...people(300)], ...over }))
    expect(frame().scrollTop).toBe(0)
  })

  const spacers = () =>
    [...document.querySelectorAll<HTMLElement>('tr.spacer td')].map(({ style }) => style.height)

  test('leave space in a short list until the pointer has left', () => {
    mockLayout({ height: 600 })
    const { rerender } = show({ rows: people(5), foundBy: 'all' })
    pointTo(142)
    rerender(table({ rows: people(5).slice(1), foundBy: 'all' }))
    expect(spacers()).toEqual(['44px'])
    pointElsewhere()
    expect(spacers()).toEqual([])
    pointTo(142)
    rerender(table({ rows: people(5), foundBy: 'all' }))
    // 5 rows and the header in 600 px, scrolled by one row
    expect([spacers(), frame().scrollTop]).toEqual([[`${600 - 44 - 5 * 44 + 44}px`], 44])
  })
  test('leave no space once the pointer has left, if a heading has the focus or gets it', () => {
    const sorted = {
      sort: { key: 'name', direction: 'asc' },
      onSort: () => undefined,
      foundBy: 'all',
    } as const
    const { rerender } = show({ rows: people(5), ...sorted })
    const head = screen.getByRole('button', { name: /^Name/ })
    act(() => head.focus())
    pointTo(142)
    rerender(table({ rows: people(5).slice(1), ...sorted }))
    expect(spacers()).toEqual(['44px'])
    pointElsewhere()
    expect(spacers()).toEqual([])

    act(() => rowOf('person 3').focus())
    pointTo(142)
    rerender(table({ rows: people(5).slice(2), ...sorted }))
    pointElsewhere()
    expect(spacers()).toEqual(['44px'])
    act(() => head.focus())
    expect(spacers()).toEqual([])
  })

  test('leave no space after another search', () => {
    const { rerender } = show({ rows: people(5), foundBy: 'all' })
    pointTo(142)
    rerender(table({ rows: people(5).slice(1), foundBy: 'all' }))
    expect(spacers()).toEqual(['44px'])
    rerender(table({ rows: people(4), foundBy: 'other' }))
    expect(spacers()).toEqual([])
  })
})
