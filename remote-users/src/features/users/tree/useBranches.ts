import { useCallback, useState } from 'react'

type Ids = ReadonlySet<number>

const NONE: Ids = new Set()

function flipped(ids: Ids, id: number): Ids {
  const after = new Set(ids)
  if (!after.delete(id)) after.add(id)
  return after
}

/**
 * Which branches of the tree were opened or closed by hand. Each search begins anew; without one they are
 * as they were left.
 */
export function useBranches(query: string) {
  const [browsed, setBrowsed] = useState(NONE)
  const [searched, setSearched] = useState({ query, ids: NONE })
  const searching = query.trim() !== ''
  const ofThisSearch = searched.query === query ? searched.ids : NONE

  // the columns of the tree hold it: another one would draw all rows anew
  const flip = useCallback(
    (id: number) => {
      if (!searching) setBrowsed((ids) => flipped(ids, id))
      else setSearched((last) => ({ query, ids: flipped(last.query === query ? last.ids : NONE, id) }))
    },
    [searching, query],
  )
  return { toggled: searching ? ofThisSearch : browsed, flip }
}
