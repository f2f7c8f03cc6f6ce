import { expect, it } from '@jest/globals'
import { columnWidths, nextSort, pinsLeft, type Column, type Sort } from './columns'

const NAME: Column<object> = { key: 'name', header: 'Name', minWidth: 120, cell: () => null }
const byName: Sort = { key: 'name', direction: 'asc' }

it.each<[string, Partial<Column<object>>[], number, number[]]>([
  ['columns that all keep their width', [{ minWidth: 50, fixed: true }], 400, [50]],
  ['no frame yet', [{ minWidth: 50 }, { minWidth: 70 }], 0, [50, 70]],
  [
    'room to share',
    [{ minWidth: 50 }, { minWidth: 150 }, { minWidth: 100, fixed: true }],
    500,
    [100, 300, 100],
  ],
])('the widths of %s', (_, columns, frame, expected) =>
  expect(columnWidths(columns as Column<object>[], frame)).toEqual(expected),
)

it.each<[number[], number, boolean]>([
  [[100, 300, 50], 300, true],
  [[100, 300, 51], 300, false],
])('columns %p wide in a frame of %p: the left one is pinned: %p', (widths, frame, expected) => {
  const pins = ['left', undefined, 'right'] as const
  const columns = pins.map((pinned) => ({ ...NAME, ...(pinned && { pinned }) }))
  expect(pinsLeft(columns, widths, frame)).toBe(expected)
})

it.each<[Sort, string, Sort]>([
  [byName, 'name', { key: 'name', direction: 'desc' }],
  [{ key: 'name', direction: 'desc' }, 'name', { key: 'name', direction: 'asc' }],
  [{ key: 'name', direction: 'desc' }, 'id', { key: 'id', direction: 'asc' }],
])('sorted by %j, a click on %s gives %j', (sort, key, expected) =>
  expect(nextSort(sort, key)).toEqual(expected),
)
