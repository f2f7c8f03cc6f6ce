import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import {
  CallError,
  currentConnection,
  gamesQuery as everyGame,
  http,
  LIST_STALE_AFTER_MS,
  listQuery,
  machinesQuery as everyMachine,
} from '@console/shared-kernel/core'
import {
  type Activity,
  type ActivityPage,
  isNewer,
  normaliseActivityPage,
  withActivity,
} from '@console/shared-kernel/contracts'
import { ownKey } from '@console/shared-kernel/remote'
import { matchesFilters, toParameters, type ActivityFilters } from './view'

const PATH = '/api/activity'
const ROWS_PER_PAGE = 100
/** The API's maximum. */
const EXPORT_ROWS_PER_PAGE = 500
/** Limits the page's memory use. */
const MAX_EXPORT_ROWS = 100_000

interface PageOptions {
  limit: number
  cursor: string | null
  /** Reads to the end of bulk changes that begin on the page, if the server supports it. */
  wholeBulks?: boolean
  signal?: AbortSignal
}

/** @throws CallError also if the answer is invalid */
async function readPage(filters: ActivityFilters, options: PageOptions): Promise<ActivityPage> {
  const { limit, cursor, wholeBulks = false, signal } = options
  const params = {
    ...toParameters(filters),
    limit,
    ...(cursor !== null && { cursor }),
    ...(wholeBulks && { wholeBulks }),
  }
  const { data } = await http.get<unknown>(PATH, { params, ...(signal && { signal }) })
  const page = normaliseActivityPage(data)
  if (!page) throw new CallError(`${PATH} did not return activity`)
  if (!page.partial || page.next === null) return page
  const { rows, next } = await readPage(filters, { ...options, cursor: page.next })
  return { ...page, rows: [...page.rows, ...rows], next }
}

export interface LoadedPage extends ActivityPage {
  readAt: number
  /** Ids of rows that have since arrived as live updates. */
  arrived?: ReadonlySet<number>
}
type LoadedPages = InfiniteData<LoadedPage, string | null>

interface Reader {
  userId: number
  wholeBulks: boolean
}

/** Rows never change, so a refresh reads only the first page and the gap between it and the loaded rows. */
export const activityQuery = (filters: ActivityFilters, { userId, wholeBulks }: Reader) =>
  infiniteQueryOptions({
    queryKey: ownKey('activity', toParameters(filters), wholeBulks),
    queryFn: async ({ pageParam: cursor, signal, client, queryKey }): Promise<LoadedPage> => {
      const before = client.getQueryData<LoadedPages>(queryKey)
      const loaded = cursor !== null && before?.pages[before.pageParams.indexOf(cursor)]
      if (loaded) return loaded
      const readAt = Date.now()
      const limit = filters.shift === '' ? ROWS_PER_PAGE : EXPORT_ROWS_PER_PAGE
      const page = await readPage(filters, { limit, cursor, wholeBulks, signal })
      return { readAt, ...(cursor === null && before?.pages[1] ? joined(page, before.pages[0]!) : page) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: {
      live: (loaded: LoadedPages, rows: readonly Activity[]) => withRows(loaded, rows, filters, userId),
    },
  })

/** Adds rows that have just arrived and match the filters, in the API's order. Rows already listed stay. */
function withRows(
  { pages, pageParams }: LoadedPages,
  rows: readonly Activity[],
  filters: ActivityFilters,
  userId: number,
): LoadedPages {
  const [first, ...others] = pages
  if (!first) return { pages, pageParams }
  const { timeZone } = currentConnection()
  const known = new Set(first.rows.map(({ id }) => id))
  const last = first.next === null ? undefined : first.rows.at(-1)
  const added = rows.filter(
    // older rows belong to later pages
    (row) =>
      !known.has(row.id) &&
      !(last && isNewer(last, row)) &&
      matchesFilters(row, filters, { userId, timeZone }),
  )
  if (added.length === 0) return { pages, pageParams }
  const arrived = new Set([...(first.arrived ?? []), ...added.map(({ id }) => id)])
  return { pages: [{ ...first, rows: withActivity(first.rows, added), arrived }, ...others], pageParams }
}

/** Appends the older rows of `before` if the two pages overlap, so that the later pages still follow on. */
function joined(first: ActivityPage, before: ActivityPage): ActivityPage {
  if (first.next === null) return first
  const lastId = first.rows.at(-1)?.id
  const at = before.rows.findIndex(({ id }) => id === lastId)
  return at < 0 ? first : { ...first, rows: [...first.rows, ...before.rows.slice(at + 1)], next: before.next }
}

/** More are not counted. */
export const MAX_COUNT = ROWS_PER_PAGE

/** How many rows match the filters: {@link MAX_COUNT} + 1 if there are more. */
export async function countRows(filters: ActivityFilters, signal: AbortSignal): Promise<number> {
  const { rows, next } = await readPage(filters, { limit: MAX_COUNT, cursor: null, signal })
  return next === null ? rows.length : MAX_COUNT + 1
}

/** All rows that match the filters. `cut` means that there are more than a file may hold. */
export async function readForFile(filters: ActivityFilters): Promise<{ rows: Activity[]; cut: boolean }> {
  const rows: Activity[] = []
  let cursor: string | null = null
  do {
    const page: ActivityPage = await readPage(filters, { limit: EXPORT_ROWS_PER_PAGE, cursor })
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== null && rows.length < MAX_EXPORT_ROWS)
  return { rows, cut: cursor !== null }
}

/** The same lists as in the reports and on the Machines screen. */
export const peopleQuery = {
  ...listQuery('users', '/api/Users/all-hierarchy'),
  staleTime: LIST_STALE_AFTER_MS,
}
export const machinesQuery = { ...everyMachine, staleTime: LIST_STALE_AFTER_MS }
/** Only for names: without it rows show ids, so a failure is not reported. */
export const gamesQuery = { ...everyGame, staleTime: LIST_STALE_AFTER_MS, meta: {} }
