import { useMemo } from 'react'
import { useNameRanking } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts/machine'
import type { Sort } from '@console/shared-kernel/table'
import { findMachines, isSortedByName, sortMachines, statusesOf, type MachineFilters } from './model'

const ownerOf = ({ userName }: Machine) => [userName]

/** The machines that filters and search let through, in order, and the statuses that there are. */
export function useShownMachines(
  machines: readonly Machine[],
  { key, direction }: Sort,
  query: string,
  { status, blocked }: MachineFilters,
) {
  const { ranking, complete } = useNameRanking(machines, ownerOf)
  const sorted = useMemo(
    () => sortMachines(machines, key, direction, ranking),
    [machines, key, direction, ranking],
  )
  const shown = useMemo(
    () => findMachines(sorted, query, { status, blocked }),
    [sorted, query, status, blocked],
  )
  const statuses = useMemo(() => statusesOf(machines), [machines])
  return { shown, statuses, sorting: !complete && isSortedByName(key) }
}
