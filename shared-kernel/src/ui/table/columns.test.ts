import { expect, test } from '@jest/globals'
import type { Sort } from '../../domain/sorting'
import { columnWidths, nextSort, pinsLeft, sortPart, type Column } from './columns'

const NAME: Column<object> = { key: 'name', header: 'Name', minWidth: 120, cell: () => null }
const byName: Sort = { key: 'name', direction: 'asc' }

test.each<[string, Partial<Column<object>>[], number, number[]]>([
  ['columns that all keep their width', [{ minWidth: 50, fixed: true }], 400, [50]],
  ['no frame yet', [{ minWidth: 50 }, { minWidth: 70 }], 0, [50, 70]],
  [
    'room to share',
    [{ minWidth: 50 }, { minWidth: 150 }, { minWidth: 100, fixed: true }],
    500,
    [100, 300, 100],
  ],
  ['a column at its maximum', [{ minWidth: 100 }, { minWidth: 100, maxWidth: 120 }], 500, [380, 120]],
  [
    'one that reaches its maximum by what another leaves',
    [{ minWidth: 100 }, { minWidth: 100, maxWidth: 110 }, { minWidth: 100, maxWidth: 170 }],
    480,
    [200, 110, 170],
  ],
  ['maxima that leave room', [{ minWidth: 50, maxWidth: 60 }], 400, [60]],
])('the columns have the widths of %s', (_, columns, frame, expected) =>
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
  '[USERS-4] the address %j sorts by %j, and is written back the same unless invalid',
  (address, sort, written) => {
    const part = sortPart('level', ['name'])
    const params = new URLSearchParams(address)
    expect(part.read(params)).toEqual(sort)
    // one and the same object: the head of the table is drawn again otherwise
    expect(part.read(params)).toBe(part.read(params))
    const back = Object.entries(part.write(sort)).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    expect(new URLSearchParams(back).toString()).toBe(written ?? address)
  },
)
