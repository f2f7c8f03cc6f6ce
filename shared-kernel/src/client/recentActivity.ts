import { queryOptions } from '@tanstack/react-query'
import { type Activity, normaliseActivityPage, withActivity } from '../contracts/activity'
import { CallError } from './errors'
import { http } from './http'
import { RECENT_ACTIVITY } from './queryClient'
import type { SharedQuery } from './sharedQueries'

const PARAMETERS = { machine: 'machineId', user: 'userId' } as const

/** Whose activity: a machine by its id, or a user by theirs. */
export interface ActivityOf {
  kind: keyof typeof PARAMETERS
  id: string | number
  /** The version of the machine or user: another one reads again. Null if the server has none. */
  version: string | null
}

const PATH = '/api/activity'
const ROWS = 10

const isOf =
  (kind: ActivityOf['kind'], id: string | number) =>
  ({ subject }: Activity): boolean =>
    id === (kind === 'user' ? subject?.userId : subject?.machineId)

/** The last changes, newest first. Only for servers whose `features` name `activity`. */
export const recentActivityQuery = ({
  kind,
  id,
  version,
}: ActivityOf): SharedQuery<Activity[], (string | number | null)[]> =>
  queryOptions({
    queryKey: [RECENT_ACTIVITY, kind, id, version],
    queryFn: async ({ signal }): Promise<Activity[]> => {
      const params = { [PARAMETERS[kind]]: id, limit: ROWS }
      const { data } = await http.get<unknown>(PATH, { params, signal })
      const page = normaliseActivityPage(data)
      if (!page) throw new CallError(`${PATH} answered no activity`)
      return page.rows
    },
    meta: {
      live: (rows: Activity[], some: readonly Activity[]) =>
        withActivity(rows, some.filter(isOf(kind, id))).slice(0, ROWS),
    },
  })
