import { ListIndex } from '../src/lists/searchAndSort'
import {
  LIST_KINDS,
  type Branches,
  type ListFilters,
  type ListKindName,
  type ListRows,
} from '../src/lists/listKinds'

export function indexOfRows<Kind extends ListKindName>(
  kind: Kind,
  rows: readonly ListRows[Kind][],
  ofUsers: Branches['ofUsers'] = () => new Map(),
): ListIndex<ListRows[Kind], ListFilters[Kind]> {
  const index = new ListIndex<ListRows[Kind], ListFilters[Kind]>(LIST_KINDS[kind] as never, ofUsers)
  for (const row of rows) index.add(row)
  return index
}
