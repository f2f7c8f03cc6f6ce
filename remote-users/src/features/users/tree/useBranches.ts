import { useCallback, useState } from 'react'
import { createPlaces, useKeptState } from '@console/shared-kernel/table'

type Ids = ReadonlySet<number>

const NONE: Ids = new Set()
const savedBranches = createPlaces<Ids>()

function flipped(ids: Ids, id: number): Ids {
  const after = new Set(ids)
  if (!after.delete(id)) after.add(id)
  return after
}

/**
 * The branches opened or closed by hand. Each search starts with none; without a search they are remembered,
 * even after leaving the screen.
 */
export function useBranches(query: string) {
  const [browsed, setBrowsed] = useKeptState(savedBranches, NONE)
  const [searched, setSearched] = useState({ query, ids: NONE })
  const searching = query.trim() !== ''
  const ofThisSearch = searched.query === query ? searched.ids : NONE

  // stable, because the columns depend on it, and new columns re-render all rows
  const toggleBranch = useCallback(
    (id: number) => {
      if (!searching) setBrowsed((ids) => flipped(ids, id))
      else setSearched((last) => ({ query, ids: flipped(last.query === query ? last.ids : NONE, id) }))
    },
    [searching, query, setBrowsed],
  )
  return { toggledIds: searching ? ofThisSearch : browsed, toggleBranch }
}
