import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { NO_CONNECTION } from '../client/errors'
import type { SharedQuery } from '../client/sharedQueries'
import type { User } from '../contracts/user'
import { seesEverything } from '../domain/uiPermissions'
import type { Identity, List, ListKindName, ListRows, RowChange } from './listKinds'
import { lists } from './lists'

const LISTS = 'lists'

export const listsKey = (kind: ListKindName) => [LISTS, kind]

/**
 * A refresh that receives no data for this long is aborted: it would hold up all later ones, while the rows
 * on screen grow stale. The API answers within 15 s, plus half of that if a replica is tried first.
 */
const MAX_SILENCE_MS = 30_000

/** The list at a path, shared by all screens. */
export const listQuery = <Kind extends ListKindName>(kind: Kind, path: string): SharedQuery<List<Kind>> =>
  queryOptions({
    queryKey: [...listsKey(kind), path],
    queryFn: async ({ signal, client, queryKey }): Promise<List<Kind>> => {
      keepCachedLists(client)
      const inCache = () => client.getQueryData<List<Kind>>(queryKey)
      const shown = inCache()
      const before = shown?.arriving ? undefined : shown
      const read = { kind, changes: [] as RowChange<ListRows[Kind]>[] }
      lists.reads.add(read)
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const onBytes = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
      }
      if (before) onBytes()
      try {
        const list = await lists.read({
          path,
          kind,
          signal: AbortSignal.any([signal, silence.signal]),
          before,
          ...(before && { onBytes }),
          showFirst: (first) => {
            // the list on screen is better than the first rows of the next one
            const shownNow = inCache()
            if (shownNow && !shownNow.arriving) return
            // stale at once, so that a remounted screen reads the rest
            client.setQueryData<List<Kind>>(queryKey, first, { updatedAt: 0 })
          },
        })
        if (list === before) return inCache() ?? list
        return lists.change(list, read.changes)
      } catch (error) {
        // the query has the data from before the read, without changes since then
        if (signal.aborted && read.changes.length > 0) void client.invalidateQueries({ queryKey })
        // not a `CallError`, which would be retried before the user sees it
        throw silence.signal.aborted && !signal.aborted ? new Error(NO_CONNECTION, { cause: error }) : error
      } finally {
        clearTimeout(timer)
        lists.reads.delete(read)
      }
    },
    // unchanged rows are the same objects already
    structuralSharing: false,
    ...(kind === 'users' && { meta: { live: true } }),
  })

/** The maximum age in ms of lists read outside their own screens; older ones are read again. */
export const LIST_STALE_AFTER_MS = 5 * 60_000

/** All users for level 1, the users below for other levels. */
export const usersQuery = (viewer: Pick<User, 'level'>) =>
  listQuery('users', seesEverything(viewer) ? '/api/Users/all-hierarchy' : '/api/Users/children')

/** `GET /api/Machines`: the machines that the viewer sees. */
export const machinesQuery = listQuery('machines', '/api/Machines')

/** Patches every cached list of this kind, which saves reading the other 100,000 rows again. */
const patchLists = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  patch: (list: List<Kind>) => List<Kind>,
) => patchQueryData<List<Kind>>(client, listsKey(kind), patch)

/** Replaces a row, or adds it at the end. */
export const putRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  row: ListRows[Kind],
): Promise<void> => patchLists(client, kind, (list) => lists.change(list, [{ put: row }]))

export const removeRow = (client: QueryClient, kind: ListKindName, identity: Identity): Promise<void> =>
  patchLists(client, kind, (list) => lists.change(list, [{ remove: identity }]))

/** Changes the first row that matches; lists without one stay as they are. */
export const changeFields = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  isIt: (row: ListRows[Kind]) => boolean,
  fields: Partial<ListRows[Kind]>,
): Promise<void> =>
  patchLists(client, kind, (list) => {
    const row = list.rows.find(isIt)
    return row ? lists.change(list, [{ put: { ...row, ...fields } }]) : list
  })

/** Undefined if reading failed after the first rows. */
export const usableList = <Kind extends ListKindName>({
  data,
  error,
}: {
  data: List<Kind> | undefined
  error: Error | null
}): List<Kind> | undefined => (error && data?.arriving ? undefined : data)

const watched = new WeakSet<QueryClient>()

/** The worker keeps a list as long as the cache does. */
function keepCachedLists(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  const cache = client.getQueryCache()
  cache.subscribe(({ type, query }) => {
    if (query.queryKey[0] !== LISTS || (type !== 'removed' && type !== 'updated')) return
    const queries = cache.findAll({ queryKey: [LISTS] })
    lists.keepOnly(new Set(queries.flatMap(({ state }) => (state.data as List | undefined)?.id ?? [])))
  })
}

/**
 * Patches cached data with the result of a write, in each query whose key begins with `queryKey`. The data keeps its
 * age, because the rest was not read again; reads in progress may be older than the write and are restarted.
 */
export async function patchQueryData<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data) => Data,
): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey })
  const outOfDate = queries.some(({ state }) => state.isInvalidated || state.fetchStatus !== 'idle')
  await client.cancelQueries({ queryKey })
  for (const query of queries) {
    const updatedAt = query.state.dataUpdatedAt
    client.setQueryData<Data>(query.queryKey, (data) => data && patch(data), { updatedAt })
  }
  if (outOfDate) void client.invalidateQueries({ queryKey })
}
