import { Component, type ReactNode } from 'react'
import { afterEach, expect, jest, test } from '@jest/globals'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { liveStore } from '../client/live'
import { normaliseMachine } from '../contracts/machine'
import { ListWorker } from './listWorker'
import type { FilterTable } from './filters'
import { lists } from './lists'
import { useFilteredList, useListRows } from './useListRows'

afterEach(() => {
  jest.restoreAllMocks()
  liveStore.set(null)
  lists.keepOnly(new Set())
})

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render = () => this.state.error?.message ?? this.props.children
}

const list = lists.of('users', [])

function Count() {
  const { current } = useListRows(list, {})
  return current ? 'found' : 'searching'
}

test("a list without a working worker is an error for the screen's error boundary", async () => {
  for (const log of ['warn', 'error'] as const) jest.spyOn(console, log).mockImplementation(() => undefined)
  jest.spyOn(ListWorker.prototype, 'receive').mockImplementation(() => {
    throw new Error('a bug')
  })
  render(
    <Boundary>
      <Count />
    </Boundary>,
  )
  expect(screen.getByText('searching')).toBeVisible()
  expect(await screen.findByText('The list can be neither searched nor sorted')).toBeVisible()
})

const TABLE: FilterTable<object, null> = {}
const machine = (id: string) => normaliseMachine({ idMachine: id, userName: id })!
const machines = lists.of('machines', ['a', 'b', 'c'].map(machine))

const useMachines = (ids: readonly string[], search = '') =>
  useFilteredList<'machines', object, null>({
    list: machines,
    arriving: false,
    table: TABLE,
    address: NOTHING_MISREAD,
    known: null,
    viewOf: () => ({ view: { search, filter: { status: '', blocked: '', ids } } }),
  })
const NOTHING_MISREAD = { misread: [] }

test('other machines that need attention count as a new answer to the same search', async () => {
  const { result, rerender } = renderHook(({ ids }) => useMachines(ids), { initialProps: { ids: ['a'] } })
  await waitFor(() => expect(result.current.rows).toHaveLength(1))
  const { foundBy } = result.current
  rerender({ ids: ['a', 'c'] })
  expect(result.current.isSearching).toBe(false)
  await waitFor(() => expect(result.current.rows).toHaveLength(2))
  expect(result.current.foundBy).toBe(foundBy)
})

test('a saved file has the rows on screen, without announced ones', async () => {
  liveStore.set({ lostAt: null, covers: () => true, announced: {}, lastAnnounced: 0 })
  const { result, rerender } = renderHook(({ search }) => useMachines(['a', 'b', 'c'], search), {
    initialProps: { search: '' },
  })
  await waitFor(() => expect(result.current.rows).toHaveLength(3))
  act(() =>
    liveStore.set({
      lostAt: null,
      covers: () => true,
      announced: { machines: new Map([['b', 1]]) },
      lastAnnounced: 1,
    }),
  )
  expect(result.current.newRows.count).toBe(1)
  const saved = () => act(async () => (await result.current.settled()).map(({ id }) => id))
  expect(await saved()).toEqual(['a', 'c'])
  rerender({ search: 'b' })
  expect(await saved()).toEqual(['b'])
})
