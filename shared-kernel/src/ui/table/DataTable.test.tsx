import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { layOut } from '../../../testing/layout'
import { renderPart } from '../../../testing/render'
import { actionColumns } from './actionColumns'
import { columnWidths, nextSort, pinsLeft, type Column, type Sort } from './columns'
import { DataTable, type DataTableProps } from './DataTable'

interface Person {
  id: number
  name: string
}

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `person ${index + 1}` }))

const COLUMNS: Column<Person>[] = [
  { key: 'name', header: 'Name', sortable: true, minWidth: 120, cell: ({ name }) => name },
  {
    key: 'id',
    header: 'Number',
    sortable: true,
    align: 'right',
    minWidth: 80,
    hideBelow: 400,
    cell: ({ id }) => id,
  },
  { key: 'note', header: 'Note', minWidth: 100, hideBelow: 600, cell: () => 'n' },
  {
    key: 'actions',
    header: 'Actions',
    minWidth: 100,
    fixed: true,
    cell: ({ id }) => <button>{`Open ${id}`}</button>,
  },
]

const table = (over: Partial<DataTableProps<Person>> = {}) => (
  <DataTable label="People" columns={COLUMNS} rows={people(3)} rowKey={({ id }) => id} {...over} />
)
const show = (over?: Partial<DataTableProps<Person>>) => renderPart(table(over))

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) })
const dataRows = () => document.querySelectorAll('tr[data-index]')

beforeEach(() => layOut())
afterEach(() => void jest.restoreAllMocks())

describe('a table', () => {
  it('tells its name, its size and the place of each row', () => {
    show()
    expect(screen.getByRole('table', { name: 'People' })).toHaveAttribute('aria-rowcount', '4')
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
    expect(within(rowOf('person 2')).getAllByRole('cell')).toHaveLength(4)
  })

  it('of 100,000 rows holds only a window of them, and spacers that are no rows', () => {
    show({ rows: people(100_000) })
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001')
    expect(dataRows().length).toBeGreaterThan(10)
    expect(dataRows().length).toBeLessThan(40)
    expect(screen.getAllByRole('row')).toHaveLength(dataRows().length + 1)
    expect(document.querySelector('tr.spacer')).toHaveAttribute('role', 'presentation')
  })

  it('keeps a column in sight that is told to stay, in the head and in each row', () => {
    show({ columns: [{ ...COLUMNS[0]!, pinned: 'left' }, ...COLUMNS.slice(1)] })
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveClass('pinned-left')
    for (const name of ['person 1', 'person 3']) {
      const cells = within(rowOf(name)).getAllByRole('cell')
      expect(cells.map((cell) => cell.classList.contains('pinned-left'))).toEqual([true, false, false, false])
    }
  })

  it('tints the rows that it is told to', () => {
    show({ tinted: ({ id }) => id === 2 })
    expect(rowOf('person 2')).toHaveClass('tinted')
    expect(rowOf('person 1')).not.toHaveClass('tinted')
  })

  it('shows skeletons while it loads, and no row of its own', () => {
    show({ loading: true, rows: [], empty: <p>nobody</p> })
    expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '-1')
    expect(document.querySelectorAll('.MuiSkeleton-root').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('row')).toHaveLength(1)
    expect(screen.queryByText('nobody')).not.toBeInTheDocument()
  })

  it('keeps its rows while newer ones are on their way', () => {
    show({ refreshing: true })
    expect(screen.getByRole('progressbar', { name: 'Refreshing' })).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
    expect(rowOf('person 1')).toBeInTheDocument()
  })

  it('says that it is empty below its head', () => {
    show({ rows: [], empty: <p>nobody</p> })
    expect(screen.getByText('nobody')).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1')
  })

  it.each([
    [900, ['Name', 'Number', 'Note', 'Actions'], [320, 213, 266, 100], 899],
    [600, ['Name', 'Number', 'Note', 'Actions'], [200, 133, 166, 100], 599],
    [599, ['Name', 'Number', 'Actions'], [299, 199, 100], 598],
    [399, ['Name', 'Actions'], [299, 100], 399],
    [200, ['Name', 'Actions'], [120, 100], 220],
  ])('in a frame of %d px shows %j, none narrower than it may be', (width, headers, widths, tableWidth) => {
    layOut({ width })
    show()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(headers)
    const columns = [...document.querySelectorAll('col')]
    expect(columns.map((column) => column.style.width)).toEqual(widths.map((one) => `${one}px`))
    expect(screen.getByRole('table')).toHaveStyle({ minWidth: `${tableWidth}px` })
  })

  it('says a cell’s tip where the pointer rests on it, and no second one where it is cut', async () => {
    const { user } = show({ columns: [{ ...COLUMNS[0]!, tip: ({ name }) => `the way to ${name}` }] })
    const cell = screen.getByRole('cell', { name: 'person 1' })
    jest.spyOn(cell, 'scrollWidth', 'get').mockReturnValue(2000)
    await user.hover(cell)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('the way to person 1')
    expect(cell).not.toHaveAttribute('title')
  })

  it('keeps the actions at its edge, marked where it is wider than its frame', () => {
    layOut({ width: 200 })
    const columns = [COLUMNS[0]!, { ...COLUMNS[3]!, pinned: 'right' as const }]
    show({ columns })
    expect(screen.getByRole('table')).toHaveClass('wide')
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toHaveClass('pinned-right')
    expect(within(rowOf('person 1')).getAllByRole('cell')[1]).toHaveClass('pinned-right')
  })

  it('shows a text that is cut in full where the pointer rests on it', async () => {
    const { user } = show()
    const [name, number] = within(rowOf('person 1')).getAllByRole('cell')
    jest.spyOn(name!, 'scrollWidth', 'get').mockReturnValue(2000)
    await user.hover(name!)
    await user.hover(number!)
    expect(name).toHaveAttribute('title', 'person 1')
    expect(number).not.toHaveAttribute('title')
  })
})

it.each<[string, Partial<Column<Person>>[], number, number[]]>([
  ['columns that all keep their width', [{ minWidth: 50, fixed: true }], 400, [50]],
  ['no frame yet', [{ minWidth: 50 }, { minWidth: 70 }], 0, [50, 70]],
  [
    'room to share',
    [{ minWidth: 50 }, { minWidth: 150 }, { minWidth: 100, fixed: true }],
    500,
    [100, 300, 100],
  ],
])('the widths of %s', (_, columns, frame, expected) =>
  expect(columnWidths(columns as Column<Person>[], frame)).toEqual(expected),
)

it.each<[number[], number, boolean]>([
  [[100, 300, 50], 300, true],
  [[100, 300, 51], 300, false],
])('columns %p wide in a frame of %p: the left one is pinned: %p', (widths, frame, expected) => {
  const pins = ['left', undefined, 'right'] as const
  const columns = pins.map((pinned) => ({ ...COLUMNS[0]!, ...(pinned && { pinned }) }))
  expect(pinsLeft(columns, widths, frame)).toBe(expected)
})

describe('sorting', () => {
  const byName: Sort = { key: 'name', direction: 'asc' }

  it.each<[string, Sort, string]>([
    ['upwards', byName, 'ascending'],
    ['downwards', { ...byName, direction: 'desc' }, 'descending'],
  ])('%s is told at its column alone', (_, sort, expected) => {
    show({ sort, onSort: () => {} })
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', expected)
    expect(screen.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'none')
    expect(screen.getByRole('columnheader', { name: 'Actions' })).not.toHaveAttribute('aria-sort')
  })

  it('[USERS-4] a click on the active column turns it round, on another starts upwards', async () => {
    const onSort = jest.fn()
    const { user } = show({ sort: byName, onSort })
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Number' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'name', direction: 'desc' }],
      [{ key: 'id', direction: 'asc' }],
    ])
  })

  it('is offered at sortable columns alone, by keyboard too', async () => {
    const onSort = jest.fn()
    const { user } = show({ sort: byName, onSort })
    expect(within(screen.getByRole('columnheader', { name: 'Actions' })).queryByRole('button')).toBeNull()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Name' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(onSort).toHaveBeenCalledTimes(1)
  })

  it('is not offered where nobody sorts', () => {
    show()
    expect(within(screen.getAllByRole('rowgroup')[0]!).queryByRole('button')).toBeNull()
  })

  it.each<[Sort, string, Sort]>([
    [byName, 'name', { key: 'name', direction: 'desc' }],
    [{ key: 'name', direction: 'desc' }, 'name', { key: 'name', direction: 'asc' }],
    [{ key: 'name', direction: 'desc' }, 'id', { key: 'id', direction: 'asc' }],
  ])('%j and a click on %s give %j', (sort, key, expected) => expect(nextSort(sort, key)).toEqual(expected))
})

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
