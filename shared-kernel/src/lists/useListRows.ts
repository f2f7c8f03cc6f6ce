import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { placeAt, type TreePlace } from '../domain/packedTreeRow'
import { countFilters, filtersIn, type FilterTable, type InAddress, useFilters } from './filters'
import type { Identity, List, ListFilters, ListKindName, ListRows, ListView } from './listKinds'
import { identityIn, lists } from './lists'
import { liveStore } from '../client/live'
import { useStore } from '../client/store'

export interface TreeRow<Row> {
  row: Row
  place: TreePlace
  /** False if the search matched only something below. */
  found: boolean
  /** How many users are below, shown or not. */
  below?: number
}

interface Shown<Kind extends ListKindName> {
  list: List<Kind>
  view: ListView<ListFilters[Kind]>
  key: string
  rows: readonly ListRows[Kind][]
  /** Null unless the view asks for a tree. */
  tree: readonly TreeRow<ListRows[Kind]>[] | null
}

/**
 * Until the worker has answered, `current` is false and the previous rows stay. `other` is the list that the view's
 * filter names.
 */
export function useListRows<Kind extends ListKindName>(
  list: List<Kind> | undefined,
  view: ListView<ListFilters[Kind]>,
  other?: List,
) {
  const { found, lastAsked } = useFound(list, view, other)
  /** The rows of the last requested view, once found. */
  const settled = useCallback(async () => (await lastAsked())?.rows ?? [], [lastAsked])
  return { ...found, settled }
}

function useFound<Kind extends ListKindName>(
  list: List<Kind> | undefined,
  view: ListView<ListFilters[Kind]>,
  other: List | undefined,
) {
  const key = JSON.stringify(view)
  const [shown, setShown] = useState<Shown<Kind> | null>(null)
  const asked = useRef(Promise.resolve<Shown<Kind> | null>(null))

  // before painting, so that the worker works in parallel
  useLayoutEffect(() => {
    if (!list) return
    let isCancelled = false
    asked.current = ask(list, key, { others: other ? [other] : [], isWanted: () => !isCancelled })
    asked.current.then(
      (found) => {
        if (found && !isCancelled) setShown(found)
      },
      // thrown for the error boundary around the screen
      (error: unknown) => {
        if (!isCancelled)
          setShown(() => {
            throw error
          })
      },
    )
    return () => {
      isCancelled = true
    }
  }, [list, key, other])

  /** The last requested view and its rows, once found. */
  const lastAsked = useCallback(async () => {
    for (;;) {
      const last = asked.current
      const found = await last
      // an outdated request is repeated once the newer list has been rendered
      if (!found) await new Promise((resolve) => setTimeout(resolve, 0))
      if (last === asked.current) return found
    }
  }, [])
  const last = list ? shown : null
  const found = {
    rows: last?.rows ?? (NONE as readonly ListRows[Kind][]),
    /** The number of rows in the whole list. */
    count: last?.list.rows.length ?? 0,
    tree: last?.tree ?? null,
    view: last?.view ?? null,
    current: list !== undefined && last?.list === list && last.key === key,
  }
  return { found, lastAsked }
}

const NONE: readonly never[] = []
const itself = <Row>(row: Row): Row => row

async function ask<Kind extends ListKindName>(
  list: List<Kind>,
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
      below: tree.below[at]!,
    }))
  return { list, view, key, rows: rowsAt(list.rows, indexes), tree: treeRows }
}

function rowsAt<Row>(rows: readonly Row[], indexes: Uint32Array): Row[] {
  // Array.from() of 100,000 rows takes ten times as long before it is compiled
  const found = new Array<Row>(indexes.length)
  for (let at = 0; at < indexes.length; at += 1) found[at] = rows[indexes[at]!]!
  return found
}

/**
 * Parts that may change while the view still asks for the same results: the lists of users that it names, and
 * ids that the server chose.
 */
const CHANGING = /^(users|ids)$/

/** Identifies what a view asks for, ignoring the values of those parts. */
const questionOf = (view: object): string =>
  JSON.stringify(view, (name, value: unknown) => (CHANGING.test(name) ? !!value : value))

interface FilteredList<Kind extends ListKindName, Filters, Known> {
  list: List<Kind> | undefined
  /** Rows of the list are still being received. */
  arriving: boolean
  table: FilterTable<Filters, Known>
  address: InAddress<Filters>
  /** What the filters need to know; memoised. */
  known: Known
  /** The view with these filters, and the list of users that it names; null if it cannot be built yet. */
  viewOf: (filters: Filters) => { view: ListView<ListFilters[Kind]>; users?: List | undefined } | null
}

/** The rows that filters, search and sort in the address find, and what a screen shows about them. */
export function useFilteredList<Kind extends ListKindName, Filters extends object, Known>({
  list,
  arriving,
  table,
  address,
  known,
  viewOf,
}: FilteredList<Kind, Filters, Known>) {
  const { filters, unknownLabels, words } = useFilters(table, address, known)
  const isUnknown = unknownLabels.length > 0
  const asked = viewOf(filters)
  const { found, lastAsked } = useFound(
    asked && !isUnknown ? list : undefined,
    asked?.view ?? {},
    asked?.users,
  )
  const { rows: foundRows, tree: foundTree, view: foundView } = found
  const foundBy = foundView ? questionOf(foundView) : undefined
  const { shownOf, show } = useNewRows(list, foundBy)
  /** The rows as they are, or are about to be, on screen. */
  const settled = useCallback(async () => {
    const last = await lastAsked()
    if (!last) return NONE
    return questionOf(last.view) === foundBy ? shownOf(last.rows, itself) : last.rows
  }, [lastAsked, foundBy, shownOf])
  const rows = useMemo(() => shownOf(foundRows, itself), [shownOf, foundRows])
  const tree = useMemo(() => foundTree && shownOf(foundTree, ({ row }) => row), [shownOf, foundTree])
  const isSearching =
    arriving || (list !== undefined && !isUnknown && foundBy !== questionOf(asked?.view ?? {}))
  /**
   * The number of rows that a view with this query string would have. Null while the data that its filters
   * need is not loaded.
   */
  const countOf = async (query: string): Promise<number | null> => {
    const params = new URLSearchParams(query)
    const read = filtersIn(table, params, known)
    const counted = viewOf(read.filters)
    if (!list || arriving || !counted || read.unknownLabels.length > 0) return null
    const view = { ...counted.view, search: params.get('search') ?? '' }
    // in a tree, only those that are found
    delete view.branches
    const others = counted.users ? [counted.users] : []
    return (await lists.find(list, view, { others }))?.indexes.length ?? null
  }
  const foundSearch = foundView?.search ?? ''
  const isSearched = foundSearch.trim() !== ''
  const heldBack = foundRows.length - rows.length
  const isFiltered = countFilters(filters) > 0
  // an empty list has no row that would move
  if (heldBack > 0 && rows.length === 0) show()
  return {
    ...found,
    rows,
    tree,
    settled,
    count: found.count - heldBack,
    /** Matching rows that others have added and that are held back, for `ListCount`. */
    newRows: { count: heldBack, onShow: show },
    filters,
    unknownLabels,
    isFiltered,
    /** A search or a filter leaves rows out. */
    isNarrowed: isSearched || isFiltered,
    /** `viewOf` returned a view. */
    isReady: asked !== null,
    /** The rows on screen belong to an earlier view, or are incomplete. */
    isSearching,
    /** There is nothing to show yet. */
    isLoading: isSearching && rows.length === 0,
    /** The search text that `rows` match. */
    foundSearch,
    /** The table's `foundBy`: stays the same while the view asks for the same results. */
    foundBy,
    /** Counts the rows of saved views. */
    counts: { countOf, version: list && !arriving ? `${list.id} ${list.version} ${asked?.users?.id}` : '' },
    /** Filters and search in words, for file names and printouts. */
    words: isSearched ? [...words, `search ${foundSearch}`] : words,
  }
}

/**
 * Holds back the rows that others add while the screen is open, until the user asks for them or for different
 * results.
 * @param foundBy identifies what the view asks for
 */
function useNewRows<Kind extends ListKindName>(list: List<Kind> | undefined, foundBy: string | undefined) {
  const live = useStore(liveStore)
  const [{ seen, by }, setSeen] = useState({ seen: live?.lastAnnounced ?? 0, by: foundBy })
  if (by !== foundBy) setSeen({ seen: live?.lastAnnounced ?? 0, by: foundBy })
  const announced = list && live?.announced[list.kind]
  return useMemo(() => {
    const ids = new Set<Identity | null>()
    announced?.forEach((number, identity) => number > seen && ids.add(identity))
    return {
      shownOf: <Item>(items: readonly Item[], rowOf: (item: Item) => ListRows[Kind]): readonly Item[] =>
        ids.size === 0 ? items : items.filter((item) => !ids.has(identityIn(list!)(rowOf(item)))),
      show: () => setSeen({ seen: liveStore.get()?.lastAnnounced ?? 0, by: foundBy }),
    }
  }, [list, announced, seen, foundBy])
}
