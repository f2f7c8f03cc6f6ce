import { queryOptions } from '@tanstack/react-query'
import { type Activity, normaliseActivityPage, withActivity } from '../contracts/activity'
import { reasonOfBlock } from '../domain/blockReason'
import { CallError } from './errors'
import { http } from './http'
import { RECENT_ACTIVITY } from './queryClient'
import type { SharedQuery } from './sharedQueries'

const PARAMETERS = { machine: 'machineId', user: 'userId' } as const

/** The subject of the activity: a machine by its id, or a user by theirs. */
export interface ActivityOf {
  kind: keyof typeof PARAMETERS
  id: string | number
  /** The version of the machine or user: a new version triggers a new read. Null if the server has none. */
  version: string | null
}

const PATH = '/api/activity'
const ROWS = 10

async function readActivity(params: object, signal: AbortSignal): Promise<Activity[]> {
  const { data } = await http.get<unknown>(PATH, { params, signal })
  const page = normaliseActivityPage(data)
  if (!page) throw new CallError(`${PATH} did not return activity`)
  return page.rows
}

const isOf =
  (kind: ActivityOf['kind'], id: string | number) =>
  ({ subject }: Activity): boolean =>
    id === (kind === 'user' ? subject?.userId : subject?.machineId)

/** The last changes, newest first. Enable it only for servers whose `features` name `activity`. */
export const recentActivityQuery = ({
  kind,
  id,
  version,
}: ActivityOf): SharedQuery<Activity[], (string | number | null)[]> =>
  queryOptions({
    queryKey: [RECENT_ACTIVITY, kind, id, version],
    queryFn: ({ signal }) => readActivity({ [PARAMETERS[kind]]: id, limit: ROWS }, signal),
    meta: {
      live: (rows: Activity[], some: readonly Activity[]) =>
        withActivity(rows, some.filter(isOf(kind, id))).slice(0, ROWS),
    },
  })

/** The kinds under which blocks are recorded. Other changes of a user have the same kind. */
const BLOCKS = { machine: { kind: 'machine.block', limit: 50 }, user: { kind: 'user.update', limit: 50 } }

/** Why a machine or user is blocked: null if no reason was given, or the viewer may not read it. */
export const blockReasonQuery = ({
  kind,
  id,
  version,
}: ActivityOf): SharedQuery<string | null, (string | number | null)[]> =>
  queryOptions({
    queryKey: [RECENT_ACTIVITY, 'block', kind, id, version],
    queryFn: async ({ signal }): Promise<string | null> => {
      const rows = await readActivity({ [PARAMETERS[kind]]: id, ...BLOCKS[kind] }, signal)
      return reasonOfBlock(rows)
    },
    meta: {},
  })
