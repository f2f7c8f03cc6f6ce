import type { RowKey } from './useKeptPlace'

/** Chosen rows by their keys: sorting and searching leave them chosen. */
export interface Selection {
  readonly keys: ReadonlySet<RowKey>
  /** The row that was chosen or left out last: a range begins there. */
  readonly anchor: RowKey | null
}

export const EMPTY_SELECTION: Selection = { keys: new Set(), anchor: null }

/** The selection with these rows chosen, or left out. */
export function withKeys({ keys, anchor }: Selection, some: readonly RowKey[], chosen: boolean): Selection {
  const next = new Set(keys)
  for (const key of some) {
    if (chosen) next.add(key)
    else next.delete(key)
  }
  // a range from a row that was left out with others would leave out more
  return { keys: next, anchor: anchor !== null && next.has(anchor) ? anchor : null }
}

/** The selection with one row the other way round. */
export const withToggled = (selection: Selection, key: RowKey): Selection => ({
  ...withKeys(selection, [key], !selection.keys.has(key)),
  anchor: key,
})

/**
 * The rows from the last one up to this one, chosen or left out as that one was.
 *
 * @param order of the rows as they are shown; without the last one among them, this row alone is changed
 */
export function withRange(selection: Selection, to: RowKey, order: readonly RowKey[]): Selection {
  const { keys, anchor } = selection
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(to)
  if (anchor === null || from === -1 || end === -1) return withToggled(selection, to)
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1)
  return { ...withKeys(selection, range, keys.has(anchor)), anchor: to }
}
