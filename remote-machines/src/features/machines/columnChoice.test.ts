import { expect, test } from '@jest/globals'
import { readColumns } from './ColumnsMenu'

test.each<[unknown, string[]]>([
  [undefined, []],
  ['location', []],
  [{ location: true }, []],
  [
    ['lastConnection', 'location', 'location'],
    ['location', 'lastConnection'],
  ],
  [[1, null, 'profit', 'location'], ['location']],
])('the columns that are read from %j are %j', (stored, columns) =>
  expect(readColumns(stored)).toEqual(columns),
)
