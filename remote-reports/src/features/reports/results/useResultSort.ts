import { useMemo } from 'react'
import { sortPart, type Sort } from '@console/shared-kernel/table'
import { useViewState } from '@console/shared-kernel/view'

/** Unsorted. */
const SERVER_ORDER = ''

/** The sort of a result, kept in the address; unsorted if the address names none of the columns. */
export function useResultSort(columns: readonly { key: string }[]) {
  const parts = useMemo(
    () => ({
      sort: sortPart(
        SERVER_ORDER,
        columns.map(({ key }) => key),
      ),
    }),
    [columns],
  )
  const [{ sort }, set] = useViewState<{ sort: Sort }>(parts)
  return { sort, setSort: set.sort }
}
