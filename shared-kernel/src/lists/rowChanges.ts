import type { Identity, RowChange } from './listKinds'

/** Keeps only the last change of each row. */
export function lastChanges<Row>(
  changes: readonly RowChange<Row>[],
  identityOf: (row: Row) => Identity | null,
): RowChange<Row>[] {
  return [...new Map(changes.map((change) => [keyOf(change, identityOf), change])).values()]
}

/** Rows without an identity are all different. */
const keyOf = <Row>(
  change: RowChange<Row>,
  identityOf: (row: Row) => Identity | null,
): Identity | RowChange<Row> | null => ('put' in change ? identityOf(change.put) : change.remove) ?? change

/**
 * Changes rows in worker and page in the same way, so that an index means the same row: they are replaced in place,
 * removed, and then added at the end. It takes one pass, however many changes there are.
 * @param changes at most one of each row
 */
export function changedRows<Row>(
  rows: readonly Row[],
  identityOf: (row: Row) => Identity | null,
  changes: readonly RowChange<Row>[],
): Row[] {
  const rest = new Map(changes.map((change) => [keyOf(change, identityOf), change]))
  const changed: Row[] = []
  for (const row of rows) {
    const key = identityOf(row)
    const change = rest.get(key)
    if (change) rest.delete(key)
    if (!change) changed.push(row)
    else if ('put' in change) changed.push(change.put)
  }
  for (const change of rest.values()) if ('put' in change && !change.ifListed) changed.push(change.put)
  return changed
}
