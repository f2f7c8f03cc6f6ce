import type { QueryClient } from '@tanstack/react-query'
import type { Identity, List, ListKindName, ListRows, RowChange } from './listKinds'
import { listsKey } from './listQueries'
import { identityIn, lists } from './lists'

/**
 * Applies changes made elsewhere to rows of cached lists. The age, error state and reads of the queries are
 * unaffected: a read in progress gets the changes when it ends.
 * @returns the identities of rows that lists have now and did not have before
 */
export function changeListed<Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  changes: readonly RowChange<ListRows[Kind]>[],
): ReadonlySet<Identity> {
  const added = new Set<Identity>()
  for (const read of lists.reads) if (read.kind === kind) read.changes.push(...changes)
  for (const query of client.getQueryCache().findAll({ queryKey: listsKey(kind) })) {
    const list = query.state.data as List<Kind> | undefined
    if (!list || list.arriving) continue
    for (const identity of notListed(list, changes)) added.add(identity)
    query.setState({ data: lists.change(list, changes) })
  }
  return added
}

function notListed<Kind extends ListKindName>(
  list: List<Kind>,
  changes: readonly RowChange<ListRows[Kind]>[],
): ReadonlySet<Identity> {
  const identityOf = identityIn(list)
  const put = new Set<Identity>()
  for (const change of changes) {
    const identity = 'put' in change && !change.ifListed ? identityOf(change.put) : null
    if (identity !== null) put.add(identity)
  }
  if (put.size > 0) for (const row of list.rows) put.delete(identityOf(row)!)
  return put
}
