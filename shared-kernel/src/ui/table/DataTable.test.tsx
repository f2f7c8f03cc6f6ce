import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { mockLayout } from '../../../testing/layout'
import { COLUMNS, people, rowOf, show, table } from '../../../testing/peopleTable'
import { connect } from '../../client/connect'
import { sessionStore } from '../../client/storedSession'
import type { Sort } from '../../domain/sorting'

const dataRows = () => document.querySelectorAll('tr[data-index]')

beforeEach(() => {
  mockLayout()
  connect({ apiUrl: '', externalReportsUrl: '', timeZone: 'Europe/Madrid' })
})
afterEach(() => void jest.restoreAllMocks())

describe('a table', () => {
  test('has a name, a size and a position for each row', () => {
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

  test('renders a window of 100,000 rows, with spacers that are not rows', () => {
    show({ rows: people(100_000) })
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '100001')
    expect(dataRows().length).toBeGreaterThan(10)
    expect(dataRows().length).toBeLessThan(40)
    expect(screen.getAllByRole('row')).toHaveLength(dataRows().length + 1)
    expect(document.querySelector('tr.spacer')).toHaveAttribute('role', 'presentation')
  })

  test('without rows is as tall as what replaces them', () => {
    const frame = () => screen.getByRole('region')
    const { rerender } = show({ rows: people(2) })
    expect(frame()).not.toHaveStyle({ flex: 'none' })
    rerender(table({ rows: [] }))
    expect(frame()).toHaveStyle({ flex: 'none' })
  })

  test('has rows as tall as their wrapped text', () => {
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200)
    show({ rows: people(100), wrap: true })
    expect(screen.getByRole('table')).toHaveClass('wrapped')
    // three in view, and four more after them
    expect(dataRows().length).toBeLessThan(10)
  })

  test('shows a failure over its last rows, or with a drawing in their place', () => {
    const notice = <p role="alert">It failed</p>
    const { rerender } = show({ notice, empty: false })
    const frame = screen.getByRole('region', { name: 'People' })
    expect(within(frame).getByRole('alert')).toBeVisible()
    // the rows below do not show through it
    expect(within(frame).getByRole('alert').parentElement).toHaveStyle({
      backgroundColor: 'rgb(255, 255, 255)',
    })
    expect(frame.querySelector('svg[viewBox="0 0 64 48"]')).toBeNull()
    rerender(table({ rows: [], notice, empty: false }))
    expect(within(frame).getByRole('alert')).toBeVisible()
    expect(frame.querySelector('svg[viewBox="0 0 64 48"]')).not.toBeNull()
    rerender(table({ rows: [], notice, empty: <h2>Nobody</h2> }))
    expect(screen.getByRole('heading', { name: 'Nobody' })).toBeVisible()
    expect(within(frame).getAllByRole('alert')).toHaveLength(1)
  })

  test('requests more when its last rows become visible, and again after new ones arrive', () => {
    const onEnd = jest.fn()
    const { rerender } = show({ rows: people(300), onEnd })
    const toRow = (row: number) => {
      const frame = screen.getByRole('region', { name: 'People' })
      frame.scrollTop = row * 44
      act(() => void frame.dispatchEvent(new Event('scroll')))
    }
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '-1')
    toRow(200)
    expect(onEnd).not.toHaveBeenCalled()
    toRow(290)
    expect(onEnd).toHaveBeenCalledTimes(1)
    rerender(table({ rows: people(400), onEnd }))
    expect(onEnd).toHaveBeenCalledTimes(1)
    toRow(390)
    expect(onEnd).toHaveBeenCalledTimes(2)
    rerender(table({ rows: people(400), onEnd: undefined }))
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '401')
  })

  test('renders all its rows, and headings without buttons, before the browser prints', () => {
    show({ rows: people(300), sort: { key: 'name', direction: 'asc' }, onSort: () => undefined })
    expect(dataRows().length).toBeLessThan(40)
    let rows = 0
    addEventListener('beforeprint', () => (rows = dataRows().length), { once: true })
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(rows).toBe(300)
    expect(within(screen.getAllByRole('row')[0]!).queryByRole('button')).not.toBeInTheDocument()
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(dataRows().length).toBeLessThan(40)
  })

  const printed = (over: Parameters<typeof show>[0]) => {
    show(over)
    act(() => void dispatchEvent(new Event('beforeprint')))
    const note = screen.queryByText(/^Printed: /)?.textContent ?? null
    const foot = document.querySelector('tfoot')?.textContent
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(document.querySelector('tfoot')).toBeNull()
    return { note, foot }
  }

  test('prints in its footer the number of rows, the time and the user', () => {
    sessionStore.set({ token: 't', user: { userId: 1, userName: 'ana', level: 2, nameClient: '' } })
    const { note, foot } = printed({ rows: people(300) })
    expect(note).toBeNull()
    expect(foot).toMatch(/^300 of 300 rows · [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d · ana$/)
  })

  test('prints in its footer how many rows were searched', () => {
    expect(printed({ rows: people(12), total: 1500 }).foot).toMatch(/^12 of 1,500 rows · /)
  })

  test('that is incomplete says so in its heading and printed footer', () => {
    const { note, foot } = printed({ rows: people(50), arriving: true })
    expect(note).toBe('Printed: 50 rows; the rest was still loading.')
    expect(foot).toMatch(/^50 rows; the rest was still loading · /)
  })

  test('prints all columns, even from a narrow frame, except buttons', () => {
    mockLayout({ width: 300 })
    show({ columns: [...COLUMNS.slice(0, 3), { ...COLUMNS[3]!, screenOnly: true }] })
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads()).toEqual(['Name', 'Actions'])
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(heads()).toEqual(['Name', 'Number', 'Note'])
    act(() => void dispatchEvent(new Event('afterprint')))
  })

  test('gives a column the width of its content in print, but not on screen', () => {
    show({ columns: [{ ...COLUMNS[0]!, printedWidth: 92 }, ...COLUMNS.slice(1)] })
    const widths = () => [...document.querySelectorAll('col')].map(({ style }) => style.minWidth)
    expect(widths()[0]).toBe('')
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(widths().slice(0, 2)).toEqual(['92px', ''])
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(widths()[0]).toBe('')
  })

  test('keeps a pinned column visible, in heading and rows', () => {
    show({ columns: [{ ...COLUMNS[0]!, pinned: 'left' }, ...COLUMNS.slice(1)] })
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveClass('pinned-left')
    for (const name of ['person 1', 'person 3']) {
      const cells = within(rowOf(name)).getAllByRole('cell')
      expect(cells.map((cell) => cell.classList.contains('pinned-left'))).toEqual([true, false, false, false])
    }
  })

  test('tints certain kinds of rows', () => {
    show({ tinted: ({ id }) => id === 2 })
    expect(rowOf('person 2')).toHaveClass('tinted')
    expect(rowOf('person 1')).not.toHaveClass('tinted')
  })

  test('shows skeletons while it loads, and no rows', () => {
    show({ loading: true, rows: [], empty: <p>no people</p> })
    expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '-1')
    expect(document.querySelectorAll('.skeleton td > span').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('row')).toHaveLength(1)
    expect(screen.queryByText('no people')).not.toBeInTheDocument()
  })

  test('keeps its rows while newer ones load', () => {
    show({ refreshing: true })
    expect(screen.getByRole('progressbar', { name: 'Refreshing' })).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
    expect(rowOf('person 1')).toBeInTheDocument()
  })

  test('shows below its heading that it is empty', () => {
    show({ rows: [], empty: <p>no people</p> })
    expect(screen.getByText('no people')).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1')
  })

  test.each([
    {
      width: 900,
      headers: ['Name', 'Number', 'Note', 'Actions'],
      widths: [320, 213, 266, 100],
      tableWidth: 899,
    },
    {
      width: 600,
      headers: ['Name', 'Number', 'Note', 'Actions'],
      widths: [200, 133, 166, 100],
      tableWidth: 599,
    },
    { width: 599, headers: ['Name', 'Number', 'Actions'], widths: [299, 199, 100], tableWidth: 598 },
    { width: 399, headers: ['Name', 'Actions'], widths: [299, 100], tableWidth: 399 },
    { width: 200, headers: ['Name', 'Actions'], widths: [120, 100], tableWidth: 220 },
  ])(
    'in a frame of $width px shows $headers, none below its minimum width',
    ({ width, headers, widths, tableWidth }) => {
      mockLayout({ width })
      show()
      expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(headers)
      const columns = [...document.querySelectorAll('col')]
      expect(columns.map((column) => column.style.width)).toEqual(widths.map((one) => `${one}px`))
      expect(screen.getByRole('table')).toHaveStyle({ minWidth: `${tableWidth}px` })
    },
  )

  test('shows the tooltip of a cell, and no second one for cut text', async () => {
    const { user } = show({ columns: [{ ...COLUMNS[0]!, tip: ({ name }) => `the way to ${name}` }] })
    const cell = screen.getByRole('cell', { name: 'person 1' })
    jest.spyOn(cell, 'scrollWidth', 'get').mockReturnValue(2000)
    await user.hover(cell)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('the way to person 1')
    expect(cell).not.toHaveAttribute('title')
  })

  test('keeps the actions at its edge, with a shadow if it is wider than its frame', () => {
    mockLayout({ width: 200 })
    const columns = [COLUMNS[0]!, { ...COLUMNS[3]!, pinned: 'right' as const }]
    show({ columns })
    expect(screen.getByRole('table')).toHaveClass('wide')
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toHaveClass('pinned-right')
    expect(within(rowOf('person 1')).getAllByRole('cell')[1]).toHaveClass('pinned-right')
  })

  test('shows cut text in full in a tooltip', async () => {
    const { user } = show()
    const [name, number] = within(rowOf('person 1')).getAllByRole('cell')
    jest.spyOn(name!, 'scrollWidth', 'get').mockReturnValue(2000)
    await user.hover(name!)
    await user.hover(number!)
    expect(name).toHaveAttribute('title', 'person 1')
    expect(number).not.toHaveAttribute('title')
  })
})

describe('sorting', () => {
  const byName: Sort = { key: 'name', direction: 'asc' }

  test.each<[string, Sort, string]>([
    ['in ascending order', byName, 'ascending'],
    ['in descending order', { ...byName, direction: 'desc' }, 'descending'],
  ])('%s is announced only on its column', (_, sort, expected) => {
    show({ sort, onSort: () => {} })
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', expected)
    expect(screen.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'none')
    expect(screen.getByRole('columnheader', { name: 'Actions' })).not.toHaveAttribute('aria-sort')
  })

  test('[USERS-4] reverses with a click on the active column, and starts ascending on another', async () => {
    const onSort = jest.fn()
    const { user } = show({ sort: byName, onSort })
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Number' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'name', direction: 'desc' }],
      [{ key: 'id', direction: 'asc' }],
    ])
  })

  test('is possible only for sortable columns, by keyboard too', async () => {
    const onSort = jest.fn()
    const { user } = show({ sort: byName, onSort })
    expect(within(screen.getByRole('columnheader', { name: 'Actions' })).queryByRole('button')).toBeNull()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Name' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(onSort).toHaveBeenCalledTimes(1)
  })

  test('is impossible without a handler', () => {
    show()
    expect(within(screen.getAllByRole('rowgroup')[0]!).queryByRole('button')).toBeNull()
  })
})
