import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { placeAt, type TreePlace } from '../domain/packedTreeRow'
import type { ListFilters, ListKindName, ListRows, ListView } from './listKinds'
import { lists, type ListSnapshot } from './listEngineClient'

export interface TreeRow<Row> {
  row: Row
  place: TreePlace
  /** False where the search found only something below. */
  found: boolean
  /** How many rows are below, shown or not. */
  below?: number
}

interface Shown<Kind extends ListKindName> {
  list: ListSnapshot<Kind>
  view: ListView<ListFilters[Kind]>
  key: string
  rows: readonly ListRows[Kind][]
  /** Null unless the view asks for a tree. */
  tree: readonly TreeRow<ListRows[Kind]>[] | null
}

/**
 * Until the engine has answered, `current` is false and the previous rows stay. `other` is the list that the
 * view's filter names.
 */
export function useListRows<Kind extends ListKindName>(
  list: ListSnapshot<Kind> | undefined,
  view: ListView<ListFilters[Kind]>,
  other?: ListSnapshot,
) {
  const key = JSON.stringify(view)
  const [shown, setShown] = useState<Shown<Kind> | null>(null)
  const asked = useRef(Promise.resolve<Shown<Kind> | null>(null))

  // before painting, so that the engine works in parallel
  useLayoutEffect(() => {
    if (!list) return
    let left = false
    asked.current = ask(list, key, { others: other ? [other] : [], isWanted: () => !left })
    asked.current.then(
      (found) => {
        if (found && !left) setShown(found)
      },
      // for the error boundary around the screen
      (error: unknown) => {
        if (!left)
          setShown(() => {
            throw error
          })
      },
    )
    return () => {
      left = true
    }
  }, [list, key, other])

  /** The rows of the last requested view, once found. */
  const settled = useCallback(async () => {
    for (;;) {
      const last = asked.current
      const found = await last
      // an outdated request is repeated once the newer list has been rendered
      if (!found) await new Promise((resolve) => setTimeout(resolve, 0))
      if (last === asked.current) return found?.rows ?? []
    }
  }, [])
  const found = list ? shown : null
  return {
    rows: found?.rows ?? (NONE as readonly ListRows[Kind][]),
    /** Rows in the whole list. */
    count: found?.list.rows.length ?? 0,
    tree: found?.tree ?? null,
    view: found?.view ?? null,
    current: list !== undefined && found?.list === list && found.key === key,
    settled,
  }
}

interface FoundRows<Row> {
  rows: readonly Row[]
  settled: () => Promise<readonly Row[]>
}

/** Of the rows that a list has found, those that a rule of the screen's own keeps; `rule` must be stable. */
export function useRowsWhere<Row>(
  { rows, settled }: FoundRows<Row>,
  rule: (row: Row) => boolean,
): FoundRows<Row> {
  return {
    rows: useMemo(() => rows.filter(rule), [rows, rule]),
    settled: useCallback(async () => (await settled()).filter(rule), [settled, rule]),
  }
}

const NONE: readonly never[] = []

async function ask<Kind extends ListKindName>(
  list: ListSnapshot<Kind>,
  key: string,
  asking: Parameters<typeof lists.find>[2],
): Promise<Shown<Kind> | null> {
  const view = JSON.parse(key) as ListView<ListFilters[Kind]>
  const found = await lists.find(list, view, asking)
  if (found === null) return null
  const { indexes, tree } = found
  const treeRows =
    tree &&
    rowsAt(list.rows, tree.indexes).map((row, at) => ({
      row,
      ...placeAt(tree.places, at),
      ...(tree.below && { below: tree.below[at]! }),
    }))
  return { list, view, key, rows: rowsAt(list.rows, indexes), tree: treeRows }
}

function rowsAt<Row>(rows: readonly Row[], indexes: Uint32Array): Row[] {
  // Array.from() of 100,000 rows takes ten times as long before it is compiled
  const found = new Array<Row>(indexes.length)
  for (let at = 0; at < indexes.length; at += 1) found[at] = rows[indexes[at]!]!
  return found
}
