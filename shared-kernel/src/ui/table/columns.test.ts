import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Sort } from '../../domain/sorting'
import {
  columnWidths,
  isShownAt,
  listColumns,
  pinsLeft,
  sortKeys,
  type Column,
  type ListColumn,
} from './columns'
import { nextSort, sortPart } from './TableHeader'

const NAME: Column<object> = { key: 'name', header: 'Name', minWidth: 120, cell: () => null }
const byName: Sort = { key: 'name', direction: 'asc' }

test.each<{ title: string; columns: Partial<Column<object>>[]; frame: number; expected: number[] }>([
  {
    title: 'columns that all keep their width',
    columns: [{ minWidth: 50, fixed: true }],
    frame: 400,
    expected: [50],
  },
  { title: 'no frame yet', columns: [{ minWidth: 50 }, { minWidth: 70 }], frame: 0, expected: [50, 70] },
  {
    title: 'room to share',
    columns: [{ minWidth: 50 }, { minWidth: 150 }, { minWidth: 100, fixed: true }],
    frame: 500,
    expected: [100, 300, 100],
  },
  {
    title: 'a column at its maximum',
    columns: [{ minWidth: 100 }, { minWidth: 100, maxWidth: 120 }],
    frame: 500,
    expected: [380, 120],
  },
  {
    title: 'a column that reaches its maximum with the room that another leaves',
    columns: [{ minWidth: 100 }, { minWidth: 100, maxWidth: 110 }, { minWidth: 100, maxWidth: 170 }],
    frame: 480,
    expected: [200, 110, 170],
  },
  { title: 'maxima that leave room', columns: [{ minWidth: 50, maxWidth: 60 }], frame: 400, expected: [60] },
  {
    title: 'maxima that leave room for the actions',
    columns: [
      { minWidth: 50, maxWidth: 60 },
      { minWidth: 80, fixed: true, pinned: 'right' },
    ],
    frame: 400,
    expected: [60, 340],
  },
])('the column widths for $title', ({ columns, frame, expected }) =>
  expect(columnWidths(columns as Column<object>[], frame)).toEqual(expected),
)

test.each<[number[], number, boolean]>([
  [[100, 300, 50], 300, true],
  [[100, 300, 51], 300, false],
])('columns %p wide in a frame of %p: the left one is pinned: %p', (widths, frame, expected) => {
  const pins = ['left', undefined, 'right'] as const
  const columns = pins.map((pinned) => ({ ...NAME, ...(pinned && { pinned }) }))
  expect(pinsLeft(columns, widths, frame)).toBe(expected)
})

test.each<[Sort, string, Sort]>([
  [byName, 'name', { key: 'name', direction: 'desc' }],
  [{ key: 'name', direction: 'desc' }, 'name', { key: 'name', direction: 'asc' }],
  [{ key: 'name', direction: 'desc' }, 'id', { key: 'id', direction: 'asc' }],
])('sorted by %j, a click on %s gives %j', (sort, key, expected) =>
  expect(nextSort(sort, key)).toEqual(expected),
)

test.each<[string, Sort, string | null]>([
  ['', { key: 'level', direction: 'asc' }, null],
  ['sort=name', byName, null],
  ['sort=name&dir=desc', { key: 'name', direction: 'desc' }, null],
  ['dir=desc', { key: 'level', direction: 'desc' }, null],
  ['dir=up', { key: 'level', direction: 'asc' }, ''],
  ['sort=nothing&dir=desc', { key: 'level', direction: 'asc' }, ''],
])(
  '[USERS-4] the address %j sorts by %j, and is written back unchanged unless invalid',
  (address, sort, written) => {
    const part = sortPart('level', ['name'])
    const params = new URLSearchParams(address)
    expect(part.read(params)).toEqual(sort)
    // the very same object: otherwise the table header would render again
    expect(part.read(params)).toBe(part.read(params))
    const back = Object.entries(part.write(sort)).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    expect(new URLSearchParams(back).toString()).toBe(written ?? address)
  },
)

const cell = () => null
const LIST: ListColumn<{ id: number }>[] = [
  { header: 'Id', file: ({ id }) => id },
  { key: 'name', header: 'Name', minWidth: 100, cell, narrow: { line: 'both', at: 1, width: '1fr' } },
  { key: 'note', header: 'Note', minWidth: 60, cell, narrow: { line: 1, at: [2, 3] }, file: () => 'n' },
  { key: 'state', header: 'State', minWidth: 50, cell, narrow: { line: 2, at: 3, width: 'auto' } },
  { key: 'level', header: 'Level', minWidth: 40, cell, narrow: { line: 2, at: 2, width: '90px' } },
  { key: 'day', header: 'Day', minWidth: 30, cell, file: { value: () => 'd', format: 'x' } },
]
const ACTIONS = { name: () => '', actionsOf: () => [], maxActions: 4 }

test('a list has its columns on the screen, in files and in narrow frames', () => {
  const { columns, files, fold } = listColumns(LIST, ACTIONS)
  const keys = ['name', 'note', 'state', 'level', 'day', 'actions', 'actionsMenu']
  expect(columns.map(({ key }) => key)).toEqual(keys)
  expect(files.map((column) => [column.header, column.value({ id: 5 }), column.format])).toEqual([
    ['Id', 5, undefined],
    ['Note', 'n', undefined],
    ['Day', 'd', 'x'],
  ])
  // folded below the width of the columns and a menu
  expect(fold).toEqual({
    below: 250 + 62,
    lines: ['name note note', 'name level state'],
    places: '1fr 90px auto',
  })
})

test.each([
  [{}, 280 + 152],
  [{ maxActions: 1 }, 280 + 62],
  [{ buttonsFrom: 0 }, 0],
])('rows have buttons if all columns and the maximum number of actions fit: %j', (options, width) => {
  const { columns } = listColumns(LIST, { ...ACTIONS, ...options })
  expect(columns.find(({ key }) => key === 'actions')!.hideBelow).toBe(width)
  expect(columns.find(({ key }) => key === 'actionsMenu')!.hideFrom).toBe(width)
})

test('a list without actions has neither their columns nor room for them', () => {
  const { columns, fold } = listColumns(LIST)
  expect(columns.map(({ key }) => key)).toEqual(['name', 'note', 'state', 'level', 'day'])
  expect(fold.below).toBe(250)
})

test('the sort keys are those of the columns that have a button in their header', () => {
  const sortable: ListColumn<object, 'name'> = { ...NAME, key: 'name', sortable: true }
  expect(
    sortKeys([sortable, { ...NAME, sortable: false, key: 'other' }, { header: 'Path', file: () => '' }]),
  ).toEqual(['name'])
})

describe('columns that the user may choose', () => {
  const list: ListColumn<{ id: number }>[] = [
    { key: 'name', header: 'Name', minWidth: 100, maxWidth: 200, cell },
    { key: 'place', header: 'Place', minWidth: 60, maxWidth: 90, cell, optional: true },
    { key: 'day', header: 'Day', minWidth: 30, cell, optional: true },
  ]
  const shown = (chosen: string[], width: number) =>
    listColumns(list, { ...ACTIONS, chosen }).columns.filter((column) => isShownAt(column, width))
  const keys = (chosen: string[], width: number) => shown(chosen, width).map(({ key }) => key)

  test('appear once they are chosen and the frame has room for them', () => {
    expect(keys([], 1000)).toEqual(['name', 'actions'])
    expect(keys(['day', 'place'], 1000)).toEqual(['name', 'place', 'day', 'actions'])
    // the others have widths of 100 and 152
    expect(keys(['place', 'day'], 252 + 60)).toEqual(['name', 'place', 'actions'])
    expect(keys(['day'], 252 + 30)).toEqual(['name', 'day', 'actions'])
    expect(listColumns(list, { ...ACTIONS, chosen: ['place'] }).optional).toEqual([
      { key: 'place', header: 'Place', from: 252 + 60 },
      { key: 'day', header: 'Day', from: 252 + 90 },
    ])
  })

  test('come after an optional column that is not offered, but shown in every frame with room for it', () => {
    const wide: ListColumn<{ id: number }> = {
      key: 'wide',
      header: 'W',
      minWidth: 90,
      cell,
      optional: 'wide',
    }
    const { columns, optional } = listColumns([wide, ...list], { ...ACTIONS, chosen: ['day'] })
    expect(columns.map(({ key, hideBelow }) => [key, hideBelow])).toEqual([
      ['wide', 252 + 90],
      ['name', undefined],
      ['day', 252 + 90 + 30],
      ['actions', 252],
      ['actionsMenu', undefined],
    ])
    expect(optional.map(({ key }) => key)).toEqual(['place', 'day'])
  })

  test('never make the table wider than its frame, and fill it, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.subarray(['place', 'day']), fc.integer({ min: 252, max: 2000 }), (chosen, width) => {
        const columns = shown(chosen, width)
        const sum = columnWidths(columns, width).reduce((total, one) => total + one, 0)
        expect(sum).toBeLessThanOrEqual(width)
        expect(sum).toBeGreaterThan(width - columns.length)
      }),
    )
  })
})
