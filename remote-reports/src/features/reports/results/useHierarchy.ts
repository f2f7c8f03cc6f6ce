import { useMemo } from 'react'
import type { LoadedCascade } from '../cascade/useCascade'
import type { Hierarchy } from './branchTotals'
import type { ReportResult } from './reportResult'

/** Rows of other servers may not say which machine they are of. */
export const hasMachineIds = (result: ReportResult): boolean =>
  result.kind === 'totals' && result.machines.some(({ machineId }) => machineId !== null)

/** What sums a result up by branch; null where its rows do not name their machine. */
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
