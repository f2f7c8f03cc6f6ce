import { useCallback, useState } from 'react'
import { createPlaces, useKeptState } from '@console/shared-kernel/table'

type Ids = ReadonlySet<number>

const NONE: Ids = new Set()
const branchesLeft = createPlaces<Ids>()

function flipped(ids: Ids, id: number): Ids {
  const after = new Set(ids)
  if (!after.delete(id)) after.add(id)
  return after
}

/**
 * Which branches of the tree were opened or closed by hand. Each search begins again; without one they are
 * as they were left, also on coming back to the screen.
 */
export function useBranches(query: string) {
  const [browsed, setBrowsed] = useKeptState(branchesLeft, NONE)
  const [searched, setSearched] = useState({ query, ids: NONE })
  const searching = query.trim() !== ''
  const ofThisSearch = searched.query === query ? searched.ids : NONE

  // the columns of the tree hold it: another one would draw all rows again
  const flip = useCallback(
    (id: number) => {
      if (!searching) setBrowsed((ids) => flipped(ids, id))
      else setSearched((last) => ({ query, ids: flipped(last.query === query ? last.ids : NONE, id) }))
    },
    [searching, query, setBrowsed],
  )
  return { toggled: searching ? ofThisSearch : browsed, flip }
}
