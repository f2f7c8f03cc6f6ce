import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { COLUMNS, people, rowOf, tableOnly, type Person } from '../../../testing/peopleTable'
import { renderAt } from '../../../testing/render'
import { useClose, useOpened } from '../../client/opened'
import { ExportButtons } from '../export/ExportButtons'
import type { Column } from './columns'
import type { DataTableProps } from './DataTable'
import type { TableSelection } from './selection'
import { RowActions } from './RowActions'

beforeEach(() => mockLayout())
afterEach(() => void jest.restoreAllMocks())

const OPENS = { kind: 'user', idOf: ({ id }: Person) => (id === 3 ? null : String(id)) } as const

/** Stands in for the console's panel. */
function Panel() {
  const { id, showsPanel } = useOpened()
  const { close } = useClose()
  if (!showsPanel) return null
  return (
    <aside>
      <h2>{`Panel of ${id}`}</h2>
      <button onClick={close}>Close</button>
      <input aria-label="Note" />
    </aside>
  )
}

type Over = Partial<DataTableProps<Person>>
let change: (over: Over) => void

function Page({ over }: { over: Over }) {
  const [more, setMore] = useState<Over>({})
  change = (next) => act(() => setMore(next))
  return (
    <>
      {tableOnly({ rows: people(60), opens: OPENS, ...over, ...more })}
      <Panel />
    </>
  )
}
const show = (address = '/', over: Over = {}) => renderAt(address, { '*': <Page over={over} /> })
const openedIs = (id: number | null) =>
  waitFor(() => {
    expect(location.search).toBe(id === null ? '' : `?open=user:${id}`)
    const marked = [...document.querySelectorAll('tr.open')]
    expect(marked.map((row) => row.firstChild?.textContent)).toEqual(id === null ? [] : [`person ${id}`])
  })

describe('a row opens its panel', () => {
  test('with a click, gets the focus and is marked', async () => {
    const { user } = show()
    await user.click(screen.getByText('person 2'))
    await openedIs(2)
    expect(rowOf('person 2')).toHaveFocus()
    await user.click(screen.getByText('person 5'))
    await openedIs(5)
  })

  test('with Enter', async () => {
    const { user } = show()
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(rowOf('person 2')).toHaveFocus())
    await user.keyboard('{Enter}')
    await openedIs(2)
  })

  test('but not with its buttons, nor without a subject', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Open 2' }))
    await user.click(screen.getByText('person 3'))
    act(() => rowOf('person 3').focus())
    await user.keyboard('{Enter}')
    expect(location.search).toBe('')
  })

  test('but not if its text was selected by dragging', async () => {
    const { user } = show()
    getSelection()!.selectAllChildren(screen.getByText('person 2'))
    fireEvent.click(screen.getByText('person 2'))
    expect(location.search).toBe('')
    getSelection()!.removeAllRanges()
    await user.click(screen.getByText('person 2'))
    await openedIs(2)
  })

  test('but not in selection mode: a click selects the row, and Shift+click all rows up to it', async () => {
    const toggle = jest.fn<TableSelection<Person>['toggle']>()
    const rows = people(60)
    const selection = { nameOf: ({ name }: Person) => name, canHave: () => true, has: () => false, toggle }
    const { user } = show('/', { rows, selection })
    await user.click(screen.getByText('person 2'))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByText('person 5'))
    await user.keyboard('{/Shift}')
    await user.dblClick(screen.getByText('person 7'))
    // only its own row
    await user.click(screen.getByRole('checkbox', { name: 'Select person 8' }))
    await user.click(screen.getByRole('button', { name: 'Open 9' }))
    expect(toggle.mock.calls).toEqual([
      [rows[1], null],
      [rows[4], rows],
      [rows[6], null],
      [rows[7], null],
    ])
    expect(location.search).toBe('')
  })

  test('once for a double click', async () => {
    const { user } = show()
    const entries = history.length
    await user.dblClick(screen.getByText('person 2'))
    await openedIs(2)
    expect(history.length).toBe(entries + 1)
  })
})

describe('while a panel is open', () => {
  test('J, K and arrows step through the rows, in the same history entry', async () => {
    const { user } = show('/?open=user:1')
    const entries = history.length
    await user.keyboard('j')
    await openedIs(2)
    // the next row opens nothing
    await user.keyboard('j')
    await openedIs(2)
    await user.keyboard('k')
    await openedIs(1)
    await user.keyboard('{ArrowDown}')
    await openedIs(2)
    await user.keyboard('kkkkk')
    await openedIs(1)
    expect(history.length).toBe(entries)
  })

  test('the keys step through the rows as sorted and filtered', async () => {
    const { user } = show('/?open=user:50', {
      rows: people(60)
        .filter(({ id }) => id % 10 === 0)
        .reverse(),
    })
    await user.keyboard('j')
    await openedIs(40)
    await user.keyboard('kk')
    await openedIs(60)
  })

  test('keys pressed in a row move the focus too', async () => {
    const { user } = show()
    await user.click(screen.getByText('person 5'))
    await openedIs(5)
    for (const [key, id] of [
      ['j', 6],
      ['{ArrowDown}', 7],
      ['{PageDown}', 17],
      ['{Home}', 1],
    ] as const) {
      await user.keyboard(key)
      await openedIs(id)
      await waitFor(() => expect(rowOf(`person ${id}`)).toHaveFocus())
    }
  })

  test('a repeating key moves at most ten rows a second', async () => {
    show('/?open=user:10')
    const at = (timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key: 'j', repeat: true, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      act(() => void document.body.dispatchEvent(event))
    }
    for (let ms = 1_000; ms < 2_000; ms += 20) at(ms)
    await openedIs(20)
  })

  test('keys do nothing in fields, with a modifier, or under dialogs', async () => {
    const { user } = show('/?open=user:10')
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'jk{ArrowDown}')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('jk')
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    await user.keyboard('{Control>}j{/Control}{Shift>}j{/Shift}{PageDown}')
    await openedIs(10)
    document.querySelector('[role=region]')!.setAttribute('aria-hidden', 'true')
    await user.keyboard('j')
    await openedIs(10)
  })

  test('keys are left to an open row menu or export menu', async () => {
    const action = { label: 'Jump', icon: null, onClick: jest.fn() }
    const actions: Column<Person> = {
      key: 'actions',
      header: 'Actions',
      minWidth: 60,
      cell: ({ id }) => (
        <RowActions name={`${id}`} actions={[action, { ...action, label: 'Keep' }]} compact />
      ),
    }
    const { user } = renderAt('/?open=user:10', {
      '*': (
        <>
          <ExportButtons name={['people']} rows={people(1)} columns={[]} />
          <Page over={{ columns: [COLUMNS[0]!, actions] }} />
        </>
      ),
    })
    for (const name of ['Actions 9', 'Export 1 row']) {
      await user.click(screen.getByRole('button', { name }))
      await screen.findByRole('menu')
      await user.keyboard('jk{ArrowDown}{ArrowUp}')
      expect(location.search).toBe('?open=user:10')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    }
    await user.keyboard('j')
    await openedIs(11)
  })

  test('keys of an IME composition are left to its field', async () => {
    show('/?open=user:10')
    const field = screen.getByRole('textbox', { name: 'Note' })
    for (const key of ['j', 'k', 'ArrowDown', 'Escape', 'Process'])
      fireEvent.keyDown(field, { key, isComposing: true, keyCode: 229 })
    await openedIs(10)
  })

  test('a dialog over the panel keeps the same row open', async () => {
    const { user } = show('/?do=edit&open=user:10')
    await user.keyboard('j')
    expect(location.search).toBe('?do=edit&open=user:10')
  })

  test('its row is scrolled into view, even if it arrives later', async () => {
    const { user } = show('/?open=user:55', { rows: people(10), arriving: true })
    await user.keyboard('j')
    expect(location.search).toBe('?open=user:55')
    change({ rows: people(60), arriving: false })
    await waitFor(() => expect(rowOf('person 55')).toHaveAttribute('tabindex', '0'))
    await user.keyboard('j')
    await openedIs(56)
  })

  test.each([
    ['j', 21],
    ['k', 19],
  ])('and its row is gone, %s goes to the row after or before its place', async (key, id) => {
    const { user } = show('/?open=user:20', { foundBy: 'all' })
    await openedIs(20)
    change({ rows: people(60).filter((one) => one.id !== 20) })
    await user.keyboard(key)
    await openedIs(id)
  })

  test.each(['j', 'k'])('and its row was never there, %s goes to the first row', async (key) => {
    const { user } = show('/?open=user:99')
    await user.keyboard(key)
    await openedIs(1)
  })

  test('closing it returns a lost focus to the row that was open last', async () => {
    const { user } = show()
    await user.click(screen.getByText('person 1'))
    await openedIs(1)
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    await user.keyboard('j')
    await openedIs(2)
    await user.keyboard('{Enter}')
    await openedIs(null)
    await waitFor(() => expect(rowOf('person 2')).toHaveFocus())
  })

  test('keys do nothing if its kind is not that of the table', async () => {
    const { user } = show('/?open=machine:10')
    await user.keyboard('j')
    expect(location.search).toBe('?open=machine:10')
    expect(document.querySelector('tr.open')).toBeNull()
  })
})

test('marking a row renders only the rows that change', async () => {
  const cell = jest.fn(({ name }: Person) => name)
  const { user } = show('/', { columns: [{ ...COLUMNS[0]!, cell }] })
  cell.mockClear()
  await user.click(screen.getByText('person 2'))
  await openedIs(2)
  expect([...new Set(cell.mock.calls.map(([{ id }]) => id))].sort()).toEqual([1, 2])
})
