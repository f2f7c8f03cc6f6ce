import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  CallError,
  gamesQuery as everyGame,
  http,
  listQuery,
  machinesQuery as everyMachine,
} from '@console/shared-kernel/core'
import { type Activity, type ActivityPage, normaliseActivityPage } from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import { toParameters, type ActivityFilters } from './model'

const PATH = '/api/activity'
const ROWS_A_PAGE = 100
/** The most that the API gives at once. */
const ROWS_A_PAGE_OF_A_FILE = 500
/** More than a spreadsheet is read with, and as much as a page holds without trouble. */
const MAX_ROWS_OF_A_FILE = 100_000

/** @throws CallError also where the answer is no page */
async function readPage(
  filters: ActivityFilters,
  page: { limit: number; cursor: string | null; signal?: AbortSignal },
): Promise<ActivityPage> {
  const { limit, cursor, signal } = page
  const params = { ...toParameters(filters), limit, ...(cursor !== null && { cursor }) }
  const { data } = await http.get<unknown>(PATH, { params, ...(signal && { signal }) })
  const read = normaliseActivityPage(data)
  if (!read) throw new CallError(`${PATH} answered no activity`)
  return read
}

export const activityQuery = (filters: ActivityFilters) =>
  infiniteQueryOptions({
    queryKey: ownKey('activity', filters),
    queryFn: ({ pageParam, signal }) => readPage(filters, { limit: ROWS_A_PAGE, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** All rows that the filters let through, and whether there are more than a file takes. */
export async function readForFile(filters: ActivityFilters): Promise<{ rows: Activity[]; cut: boolean }> {
  const rows: Activity[] = []
  let cursor: string | null = null
  do {
    const page: ActivityPage = await readPage(filters, { limit: ROWS_A_PAGE_OF_A_FILE, cursor })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== null && rows.length < MAX_ROWS_OF_A_FILE)
  return { rows, cut: cursor !== null }
}

const STALE_AFTER_MS = 5 * 60_000

/** Everybody, and all machines, that there may be activity of; the reports and Machines read the same lists. */
export const peopleQuery = {
  ...listQuery('users', '/api/Users/all-hierarchy'),
  staleTime: STALE_AFTER_MS,
}
export const machinesQuery = { ...everyMachine, staleTime: STALE_AFTER_MS }
/** They only name what changed: without them rows show ids, and nothing is said of the failure. */
export const gamesQuery = { ...everyGame, staleTime: STALE_AFTER_MS, meta: {} }
