import type { RowKey } from './useKeptPosition'

/** By keys, so that sorting and searching keep them. */
export interface Selection {
  readonly keys: ReadonlySet<RowKey>
  /** Where a range begins. */
  readonly anchor: RowKey | null
}

export const EMPTY_SELECTION: Selection = { keys: new Set(), anchor: null }

export function withKeys({ keys, anchor }: Selection, some: readonly RowKey[], chosen: boolean): Selection {
  const next = new Set(keys)
  for (const key of some) {
    if (chosen) next.add(key)
    else next.delete(key)
  }
  // no anchor at a deselected row, because a range from it would deselect more rows
  return { keys: next, anchor: anchor !== null && next.has(anchor) ? anchor : null }
}

export const withToggled = (selection: Selection, key: RowKey): Selection => ({
  ...withKeys(selection, [key], !selection.keys.has(key)),
  anchor: key,
})

/**
 * Selects or deselects the rows from the anchor up to this one, as the anchor is. If the anchor is not in `order`
 * (the rows as shown), only this row changes.
 */
export function withRange(selection: Selection, to: RowKey, order: readonly RowKey[]): Selection {
  const { keys, anchor } = selection
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(to)
  if (anchor === null || from === -1 || end === -1) return withToggled(selection, to)
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1)
  return { ...withKeys(selection, range, keys.has(anchor)), anchor: to }
}
