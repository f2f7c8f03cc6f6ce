import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { useState } from 'react'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionStore } from '../../client/storedSession'
import { savedViews, viewQueryOf } from '../../client/savedViews'
import { aUser } from '../../../testing/entities'
import { mockLayout } from '../../../testing/layout'
import { renderAt } from '../../../testing/render'
import { ListHead } from '../listHead/ListHead'

const KEY = 'console.7.views.boxes'
const countOf = jest.fn((query: string, signal: AbortSignal) =>
  Promise.resolve(query.includes('blocked') && !signal.aborted ? 1234 : null),
)

beforeEach(() => {
  mockLayout({ width: 1000 })
  sessionStore.set({ ...sessionStore.get(), user: aUser({ userId: 7 }) })
  savedViews('boxes').set([])
  localStorage.clear()
})
afterEach(() => void jest.restoreAllMocks())

const show = (address: string, version = '1') =>
  renderAt(address, {
    '*': (
      <ListHead
        title="Boxes"
        status="2 boxes"
        filters={null}
        exports={{ name: ['boxes', 'blocked', 'search x'], columns: [], rows: [1] }}
        views={{ name: 'boxes', countOf, version }}
      />
    ),
  })
const tabs = () => screen.queryAllByRole('tab').map(({ textContent }) => textContent)
const address = () => location.pathname + location.search
const save = () => screen.getByRole('button', { name: 'Save view' })

test.each([
  ['?search=a&open=user:5&do=edit&blocked=yes', 'blocked=yes&search=a'],
  ['?open=user:5', ''],
  ['', ''],
])('the view of %p is %p', (search, query) => expect(viewQueryOf(search)).toBe(query))

describe('the saved views of a list', () => {
  test('do not exist at first, and nothing is written before one is saved', async () => {
    const { user } = show('/boxes')
    expect(tabs()).toEqual([])
    // no view is needed for all rows
    expect(save()).toBeDisabled()
    expect(localStorage).toHaveLength(0)
    expect(user).toBeDefined()
  })

  test('are made from the address, named after its filters, and opened as tabs with counts', async () => {
    const { user } = show('/boxes?search=x&blocked=yes&open=user:5')
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('blocked, search x')
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'Mine{Enter}')
    await waitFor(() => expect(tabs()).toEqual(['All', 'Mine 1,234']))
    expect(JSON.parse(localStorage.getItem(KEY)!)).toEqual([{ name: 'Mine', query: 'blocked=yes&search=x' }])
    expect(screen.getByRole('tab', { name: /^Mine/ })).toHaveAttribute('aria-selected', 'true')
    expect(save()).toBeDisabled()

    await user.click(screen.getByRole('tab', { name: 'All' }))
    expect(address()).toBe('/boxes')
    // by keyboard: the arrow moves the focus, Enter opens the view
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: /^Mine/ })).toHaveFocus()
    expect(address()).toBe('/boxes')
    await user.keyboard('{Enter}')
    expect(address()).toBe('/boxes?blocked=yes&search=x')
  })

  test('have no count while it is unknown, and can be renamed and removed', async () => {
    savedViews('boxes').set([
      { name: 'a', query: 'level=6' },
      { name: 'b', query: 'blocked=no' },
    ])
    const { user } = show('/boxes?level=5')
    await waitFor(() => expect(tabs()).toEqual(['All', 'a', 'b 1,234']))
    expect(screen.queryByRole('tab', { selected: true })).not.toBeInTheDocument()
    expect(save()).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Edit views' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }))
    await user.click(dialog.getByRole('button', { name: 'Remove b' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name of a' }), '2{Enter}')
    await waitFor(() => expect(tabs()).toEqual(['All', 'a2']))
  })

  test('are counted at once, and then every five seconds while the rows change', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    savedViews('boxes').set([{ name: 'a', query: 'blocked=yes' }])
    let change = () => {}
    function Changing() {
      const [version, setVersion] = useState('')
      change = () => setVersion((before) => `${before}1`)
      const views = { name: 'boxes', countOf, version }
      return (
        <ListHead
          title="B"
          status=""
          filters={null}
          exports={{ name: [], columns: [], rows: [] }}
          views={views}
        />
      )
    }
    renderAt('/boxes', { '*': <Changing /> })
    await waitFor(() => expect(tabs()).toHaveLength(2))
    countOf.mockClear()
    act(change)
    await act(() => jest.advanceTimersByTimeAsync(100))
    expect(countOf).toHaveBeenCalledTimes(1)
    for (let second = 0; second < 4; second += 1) {
      act(change)
      await act(() => jest.advanceTimersByTimeAsync(1_000))
    }
    expect(countOf).toHaveBeenCalledTimes(1)
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(countOf).toHaveBeenCalledTimes(2)
    jest.useRealTimers()
  })

  test('a count that is no longer needed is cancelled', async () => {
    savedViews('boxes').set([{ name: 'a', query: 'blocked=yes' }])
    let signal: AbortSignal | undefined
    const views = {
      name: 'boxes',
      countOf: (_: string, one: AbortSignal) => {
        signal = one
        return new Promise<number | null>(() => undefined)
      },
    }
    const exports = { name: [], columns: [], rows: [] }
    const { unmount } = renderAt('/boxes', {
      '*': <ListHead title="Boxes" status="" filters={null} exports={exports} views={views} />,
    })
    await waitFor(() => expect(signal?.aborted).toBe(false))
    unmount()
    expect(signal!.aborted).toBe(true)
  })

  test('can be saved from the menu on a phone', async () => {
    mockLayout({ width: 358 })
    const { user } = show('/boxes?level=5')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('menuitem', { name: 'Save view' }))
    expect(await screen.findByRole('dialog', { name: 'Save view' })).toBeVisible()
  })
})
