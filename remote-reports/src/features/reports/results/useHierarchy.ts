import { useMemo } from 'react'
import type { LoadedCascade } from '../cascade/useCascade'
import type { Hierarchy } from './branchTotals'
import type { ReportResult } from './reportResult'

/** Rows from other servers may have no machine ids. */
export const hasMachineIds = (result: ReportResult): boolean =>
  result.kind === 'totals' && result.machines.some(({ machineId }) => machineId !== null)

/** The hierarchy for sums by branch; null if it is not loaded, or if the rows have no machine ids. */
export function useHierarchy(
  { users, machines }: Pick<LoadedCascade, 'users' | 'machines'>,
  result: ReportResult,
): Hierarchy | null {
  const isOfMachines = hasMachineIds(result)
  return useMemo(
    () => (users && machines && isOfMachines ? { users: users.rows, machines: machines.rows } : null),
    [users, machines, isOfMachines],
  )
}
