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

const CLIENT = 6

/**
 * Where one goes on to from a user: their machines, the reports of these, and what was done to the user.
 *
 * @param parent undefined where it is not known
 */
export function linksOf({ userId, level, machineCount }: User, parent: User | undefined): DialogLink[] {
  const activity = { label: 'Activity', to: `/activity?whom=${userId}` }
  if (machineCount === 0) return [activity]
  // a report of a Player below a Client is that of the Client
  const filter = level > CLIENT && parent?.level === CLIENT ? undefined : REPORT_FILTERS[level]
  const reports = filter === undefined ? '' : `?${filter}=${userId}&run=1`
  return [
    { label: `Machines (${machineCount})`, to: `/machines?branch=${userId}` },
    ...(reports === ''
      ? []
      : [
          { label: 'External report', to: `/external${reports}` },
          { label: 'Internal report', to: `/internal${reports}` },
        ]),
    activity,
  ]
}
