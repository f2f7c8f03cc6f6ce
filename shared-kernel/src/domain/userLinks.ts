import type { User } from '../contracts/user'
import { grouped } from './texts'

const REPORT_FILTERS: Readonly<Record<number, string>> = {
  3: 'subAdmin',
  4: 'distributor',
  5: 'subDistributor',
  6: 'client',
  7: 'client',
}

const CLIENT = 6

type Place = Pick<User, 'userId' | 'level'>

/** Links to a user's machines, their reports and the user's activity. `parent` is undefined if unknown. */
export function linksOfUser(
  { userId, level, machineCount }: Place & Pick<User, 'machineCount'>,
  { viewer, parent }: { viewer: Pick<User, 'userId'>; parent?: Place | undefined },
): { label: string; to: string }[] {
  const activity = { label: 'Activity', to: `/activity?whom=${userId}` }
  if (machineCount === 0) return [activity]
  // viewers see only their own data, so no filter offers their name
  const isOneself = userId === viewer.userId
  // the report of a Player below a Client is the Client's
  const filter = level > CLIENT && parent?.level === CLIENT ? undefined : REPORT_FILTERS[level]
  const report = isOneself ? '?run=1' : filter && `?${filter}=${userId}&run=1`
  return [
    {
      label: `Machines (${grouped(machineCount)})`,
      to: isOneself ? '/machines' : `/machines?branch=${userId}`,
    },
    ...(report
      ? [
          { label: 'External report', to: `/external${report}` },
          { label: 'Internal report', to: `/internal${report}` },
        ]
      : []),
    activity,
  ]
}
