import { expect, test } from '@jest/globals'
import type { QueryType } from '../definitions'
import { movementColumns } from './reportColumns'

/** In addresses and saved views, so they stay where a title changes. */
test.each<[QueryType, string[]]>([
  ['Detail', ['machine', 'date', 'hour', 'type', 'in', 'out']],
  ['Tickets', ['machine', 'date', 'hour', 'ticket', 'amount', 'state']],
  ['POS', ['machine', 'date', 'hour', 'operation', 'amount']],
])('the columns of %s are sorted by these names', (queryType, keys) => {
  expect(movementColumns(queryType).map(({ key }) => key)).toEqual(keys)
})
