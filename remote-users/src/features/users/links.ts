import type { DialogLink } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'

/** The filter of the reports that chooses a user of a level; above them there is none. */
const REPORT_FILTERS: Readonly<Record<number, string>> = {
  3: 'subAdmin',
  4: 'distributor',
  5: 'subDistributor',
  6: 'client',
  7: 'client',
}

/** Where one goes on to from a user: their machines, and the reports of these. */
export function linksOf({ userId, level, machineCount }: User): DialogLink[] {
  if (machineCount === 0) return []
  const filter = REPORT_FILTERS[level]
  const reports = filter === undefined ? '' : `?${filter}=${userId}&run=1`
  return [
    { label: `Machines (${machineCount})`, to: `/machines?branch=${userId}` },
    ...(reports === ''
      ? []
      : [
          { label: 'External report', to: `/external${reports}` },
          { label: 'Internal report', to: `/internal${reports}` },
        ]),
  ]
}
