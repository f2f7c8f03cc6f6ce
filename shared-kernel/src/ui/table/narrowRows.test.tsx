import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { mockLayout, mockWindowWidth } from '../../../testing/layout'
import { COLUMNS, people, rowOf, show, table } from '../../../testing/peopleTable'
import { renderPart } from '../../../testing/render'
import { setDensity } from '../../client/userSetting'
import type { FoldedRows } from './columns'

const FOLD: FoldedRows = { below: 600, lines: ['name id', 'note id'], places: '1fr auto' }
const byName = { key: 'name', direction: 'asc' } as const
const spacers = () => [...document.querySelectorAll<HTMLElement>('tr.spacer td')]
const columns = [...COLUMNS.slice(0, 3), { ...COLUMNS[3]!, pinned: 'right' as const }]
const areas = () =>
  within(rowOf('person 1'))
    .getAllByRole('cell')
    .map((cell) => [cell.style.gridArea, cell.className])

beforeEach(() => mockLayout({ width: 390 }))
afterEach(() => {
  act(() => setDensity('comfortable'))
  jest.restoreAllMocks()
})

describe('a table with folded rows', () => {
  test('has all its columns, each cell labelled for assistive technology and in its place', () => {
    show({ columns, fold: FOLD })
    expect(screen.getByRole('table', { name: 'People' })).toHaveClass('folded')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Number',
      'Note',
      'Actions',
    ])
    expect(
      within(rowOf('person 1'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['person 1', '1', 'n', 'Open 1'])
    expect(areas()).toEqual([
      ['name', ''],
      ['id', 'right both-lines'],
      ['note', 'second-line'],
      ['actions', 'pinned-right'],
    ])
    expect(screen.getByRole('table').style.getPropertyValue('--fold')).toBe(
      '"name id actions" 24px "note id actions" 24px / 1fr auto auto',
    )
  })

  test('is an ordinary table in a wide frame', () => {
    mockLayout({ width: 600 })
    show({ columns, fold: FOLD, sort: byName, onSort: () => undefined })
    expect(screen.getByRole('table')).not.toHaveClass('folded')
    expect(screen.getByRole('button', { name: 'Name' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Sort/ })).not.toBeInTheDocument()
  })

  const selection = { nameOf: () => 'x', canHave: () => true, has: () => false, toggle: () => undefined }
  test.each([
    [655, true],
    [656, false],
  ])('leaves room for the checkboxes in a frame of %i px: folded %j', (width, folded) => {
    mockLayout({ width })
    show({ columns, fold: FOLD, selection })
    expect(screen.getByRole('table').classList.contains('folded')).toBe(folded)
  })

  test('has a checkbox while rows are selected', () => {
    show({ columns, fold: FOLD, selection })
    expect(screen.getByRole('table').style.getPropertyValue('--fold')).toBe(
      '"select name id actions" 24px "select note id actions" 24px / auto 1fr auto auto',
    )
    expect(screen.getAllByRole('cell')[0]).toHaveStyle({ gridArea: 'select' })
  })

  test('is sorted by a menu of all sortable columns, in both directions', async () => {
    const onSort = jest.fn()
    const { user } = show({ columns, fold: FOLD, sort: byName, onSort })
    await user.click(screen.getByRole('button', { name: 'Sort by: Name' }))
    const choices = screen.getAllByRole('menuitemradio')
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
      ['Name', 'true'],
      ['Number', 'false'],
    ])
    await user.click(choices[1]!)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Sort descending' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'id', direction: 'asc' }],
      [{ key: 'name', direction: 'desc' }],
    ])
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('has no sort menu if nothing is sortable', () => {
    show({ columns, fold: FOLD })
    expect(screen.queryByRole('button', { name: /^Sort/ })).not.toBeInTheDocument()
  })
})

describe('the height of rows', () => {
  test.each([
    { width: 390, height: 68, compact: 56 },
    { width: 1000, height: 44, compact: 36 },
  ])(
    'in a frame of $width px is $height px, and $compact px when they are compact',
    ({ width, height, compact }) => {
      mockLayout({ width })
      show({ columns, fold: FOLD, rows: people(1_000) })
      const drawn = () => document.querySelectorAll('tr[data-index]').length
      const after = () => parseInt(spacers().at(-1)!.style.height)
      const rowVariable = () => screen.getByRole('region').style.getPropertyValue('--row')
      expect([rowVariable(), after()]).toEqual([`${height}px`, (1_000 - drawn()) * height])
      act(() => setDensity('compact'))
      expect([rowVariable(), after()]).toEqual([`${compact}px`, (1_000 - drawn()) * compact])
    },
  )
})

describe('on a phone', () => {
  beforeEach(() => mockWindowWidth(390))
  afterEach(() => mockWindowWidth(1440))
  const inPage = (over: Parameters<typeof table>[0]) =>
    renderPart(<main>{table({ columns, rows: people(1_000), ...over })}</main>)
  const frame = () => screen.getByRole('region', { name: 'People' })
  const scrollPage = (top: number) => {
    const page = screen.getByRole('main')
    page.scrollTop = top
    act(() => void page.dispatchEvent(new Event('scroll')))
  }

  test('the page scrolls a list of folded rows, and only the visible ones are drawn', () => {
    inPage({ fold: FOLD })
    expect(frame()).toHaveClass('flows')
    expect(screen.getByText('person 1')).toBeVisible()
    scrollPage(500 * 68)
    expect(screen.getByText('person 501')).toBeVisible()
    expect(screen.queryByText('person 1')).not.toBeInTheDocument()
    expect(document.querySelectorAll('tr[data-index]').length).toBeLessThan(30)
    const [before, after] = spacers().map(({ style }) => parseInt(style.height))
    const drawn = document.querySelectorAll('tr[data-index]').length
    expect(before! + after! + drawn * 68).toBe(1_000 * 68)
  })

  test('the page also scrolls a list that otherwise has its own height', () => {
    inPage({ fold: FOLD, maxHeight: '400px' })
    expect(frame()).toHaveClass('flows')
    expect(frame()).not.toHaveStyle({ maxHeight: '400px' })
  })

  test('a table whose rows do not fold scrolls in its frame', () => {
    inPage({})
    expect(frame()).not.toHaveClass('flows')
    scrollPage(500 * 68)
    expect(screen.getByText('person 1')).toBeVisible()
  })

  test('the page keeps the row at its top when rows become compact', () => {
    inPage({ fold: FOLD })
    scrollPage(100 * 68)
    act(() => setDensity('compact'))
    expect(screen.getByRole('main').scrollTop).toBe(100 * 56)
  })
})
