import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { mockLayout } from '../../../testing/layout'
import { renderPart } from '../../../testing/render'
import type { Column } from './columns'
import { DataTable } from './DataTable'
import { actionColumns } from './columns'
import type { RowAction } from './RowActions'

const onEdit = jest.fn()
const onDelete = jest.fn()
const ACTIONS: (RowAction | null)[] = [
  { label: 'Edit', icon: <svg />, onClick: onEdit },
  null,
  { label: 'Delete', icon: <svg />, onClick: onDelete, apart: true, unavailable: 'It has machines' },
]

/** @param compact the frame is too narrow for one button per action */
function show(compact = false, actions = ACTIONS) {
  const buttonsFrom = compact ? 2000 : 0
  const columns: Column<string>[] = [
    { key: 'name', header: 'Name', minWidth: 100, cell: (name) => name },
    ...actionColumns({ name: (name: string) => name, actionsOf: () => actions, most: 3, buttonsFrom }),
  ]
  return renderPart(
    <MemoryRouter>
      <DataTable label="People" columns={columns} rows={['ana', 'bea']} rowKey={(name) => name} />
    </MemoryRouter>,
  )
}
const button = (name: string) => screen.getByRole('button', { name })
const tip = () => screen.queryByRole('tooltip')?.textContent

beforeEach(() => mockLayout())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  onEdit.mockClear()
  onDelete.mockClear()
})

describe('the actions of a row', () => {
  test('are buttons with an action and a target in their name, and a missing one keeps its space', async () => {
    const { user } = show()
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Edit ana',
      'Delete ana',
      'Edit bea',
      'Delete bea',
    ])
    expect(button('Edit ana').parentElement?.children).toHaveLength(3)
    await user.click(button('Edit bea'))
    expect(onEdit).toHaveBeenCalledTimes(1)
  })

  test('run once on a double click, because the second click would undo a block', async () => {
    const { user } = show()
    await user.click(button('Edit bea'))
    fireEvent.click(button('Edit bea'), { detail: 2 })
    expect(onEdit).toHaveBeenCalledTimes(1)
  })

  test('that are disabled can be focused, give the reason, and do nothing', async () => {
    const { user } = show()
    expect(button('Delete ana')).toHaveAttribute('aria-disabled', 'true')
    expect(button('Delete ana')).toHaveAttribute('aria-description', 'It has machines')
    act(() => button('Delete ana').focus())
    await user.keyboard('{Enter}')
    await user.click(button('Delete ana'))
    expect(onDelete).not.toHaveBeenCalled()
  })
})

describe('[CONST-9] the tooltip of a table', () => {
  const touch = (target: HTMLElement) => {
    // jsdom has no pointer events
    const down = createEvent.pointerDown(target)
    fireEvent(target, Object.assign(down, { pointerType: 'touch' }))
  }
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))

  test('appears 100 ms after the pointer, with the reason if there is one, and follows the pointer', () => {
    jest.useFakeTimers()
    show()
    fireEvent.pointerOver(button('Edit ana').firstElementChild!)
    wait(99)
    expect(tip()).toBeUndefined()
    wait(1)
    expect(tip()).toBe('Edit')
    fireEvent.pointerOver(button('Delete bea'))
    wait(100)
    expect(tip()).toBe('It has machines')
    fireEvent.pointerOver(screen.getByText('bea'))
    wait(500)
    expect(tip()).toBeUndefined()
  })

  test('appears after 700 ms of touch, and not after a shorter touch', () => {
    jest.useFakeTimers()
    show()
    touch(button('Edit ana'))
    wait(699)
    expect(tip()).toBeUndefined()
    wait(1)
    expect(tip()).toBe('Edit')

    touch(button('Edit bea'))
    wait(300)
    fireEvent.pointerLeave(screen.getByRole('region'))
    wait(2_000)
    expect(tip()).toBeUndefined()
  })

  test('appears with keyboard focus too, and disappears on Escape, scrolling and blur', async () => {
    const { user } = show()
    const leave: [string, () => unknown][] = [
      ['Escape', () => user.keyboard('{Escape}')],
      ['scrolling', () => fireEvent.scroll(screen.getByRole('region'))],
      ['leaving', () => user.tab({ shift: true })],
    ]
    for (const [way, go] of leave) {
      act(() => (document.activeElement as HTMLElement).blur())
      await user.tab()
      await user.tab()
      expect(button('Edit ana')).toHaveFocus()
      expect([way, (await screen.findByRole('tooltip')).textContent]).toEqual([way, 'Edit'])
      await go()
      await waitFor(() => expect([way, tip()]).toEqual([way, undefined]))
    }
  })
})

describe('without enough room', () => {
  test('the actions are in one menu, each with its full name', async () => {
    const { user } = show(true)
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Actions ana',
      'Actions bea',
    ])
    await user.click(button('Actions bea'))
    const menu = screen.getByRole('menu')
    expect(within(menu).getAllByRole('menuitem')).toHaveLength(2)
    await user.click(within(menu).getByRole('menuitem', { name: /^Delete bea / }))
    expect(onDelete).not.toHaveBeenCalled()
    expect(within(menu).getByRole('menuitem', { name: 'Delete bea It has machines' })).toBeVisible()
    await user.click(within(menu).getByRole('menuitem', { name: 'Edit bea' }))
    expect(onEdit).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(button('Actions bea')).toHaveFocus()
  })

  test('a row without actions has no menu', () => {
    show(true, [null, null])
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('the destructive action is last in the menu', async () => {
    const { user } = show(true, [...ACTIONS].reverse())
    await user.click(button('Actions bea'))
    const items = screen.getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit bea', 'Delete beaIt has machines'])
  })
})
