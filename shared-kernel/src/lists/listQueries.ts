import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { NO_CONNECTION } from '../client/errors'
import { patchQueryData } from '../client/patchQueryData'
import type { SharedQuery } from '../client/sharedQueries'
import type { User } from '../contracts/user'
import { seesEverything } from '../domain/uiPermissions'
import type { Identity, ListKindName, ListRows, RowChange } from './listKinds'
import { lists, type ListSnapshot } from './listEngineClient'

const LISTS = 'lists'

export const listsKey = (kind: ListKindName) => [LISTS, kind]

/** A refresh of which nothing arrives would hold up all later ones, while the rows on screen grow old. */
const MAX_SILENCE_MS = 120_000

/** Read into the list engine; one for all screens with the same path. */
export const listQuery = <Kind extends ListKindName>(
  kind: Kind,
  path: string,
): SharedQuery<ListSnapshot<Kind>> =>
  queryOptions({
    queryKey: [...listsKey(kind), path],
    queryFn: async ({ signal, client, queryKey }): Promise<ListSnapshot<Kind>> => {
      dropUnheld(client)
      const shown = client.getQueryData<ListSnapshot<Kind>>(queryKey)
      const before = shown?.arriving ? undefined : shown
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const onBytes = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
      }
      if (before) onBytes()
      try {
        return await lists.read({
          path,
          kind,
          signal: AbortSignal.any([signal, silence.signal]),
          before,
          ...(before && { onBytes }),
          showFirst: (first) => {
            // the list shown is better than the first rows of the next
            const list = client.getQueryData<ListSnapshot<Kind>>(queryKey)
            if (list && !list.arriving) return
            // stale at once, so that a remounted screen reads the rest
            client.setQueryData<ListSnapshot<Kind>>(queryKey, first, { updatedAt: 0 })
          },
        })
      } catch (error) {
        // not a `CallError`, which would be retried before the user sees it
        throw silence.signal.aborted && !signal.aborted ? new Error(NO_CONNECTION, { cause: error }) : error
      } finally {
        clearTimeout(timer)
      }
    },
    // unchanged rows are the same objects already
    structuralSharing: false,
  })

/** All users for level 1, the users below for others. */
export const usersQuery = (viewer: Pick<User, 'level'>) =>
  listQuery('users', seesEverything(viewer) ? '/api/Users/all-hierarchy' : '/api/Users/children')

/** `GET /api/Machines`: those that the viewer sees. */
export const machinesQuery = listQuery('machines', '/api/Machines')

/** Avoids reading 100,000 other rows again. `changeOf` answers null to change nothing. */
const changeRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  changeOf: (list: ListSnapshot<Kind>) => RowChange<ListRows[Kind]> | null,
): Promise<void> =>
  patchQueryData<ListSnapshot<Kind>>(client, listsKey(kind), (list) => {
    const change = changeOf(list)
    return change ? lists.change(list, change) : list
  })

/** Replaces a row, or adds it behind the others. */
export const putRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  row: ListRows[Kind],
): Promise<void> => changeRow(client, kind, () => ({ put: row }))

/** From every loaded list of that kind. */
export const removeRow = (client: QueryClient, kind: ListKindName, identity: Identity): Promise<void> =>
  changeRow(client, kind, () => ({ remove: identity }))

/** Of the first row that matches, in every loaded list of that kind; lists without one stay as they are. */
export const changeFields = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  isIt: (row: ListRows[Kind]) => boolean,
  fields: Partial<ListRows[Kind]>,
): Promise<void> =>
  changeRow(client, kind, ({ rows }) => {
    const row = rows.find(isIt)
    return row ? { put: { ...row, ...fields } } : null
  })

/** None if reading failed after the first rows. */
export const usableList = <Kind extends ListKindName>({
  data,
  error,
}: {
  data: ListSnapshot<Kind> | undefined
  error: Error | null
}): ListSnapshot<Kind> | undefined => (error && data?.arriving ? undefined : data)

const watched = new WeakSet<QueryClient>()

/** Lists are kept as long as the cache holds them. */
function dropUnheld(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  const cache = client.getQueryCache()
  cache.subscribe(({ type, query }) => {
    if (query.queryKey[0] !== LISTS || (type !== 'removed' && type !== 'updated')) return
    const queries = cache.findAll({ queryKey: [LISTS] })
    const held = queries.flatMap(({ state }) => (state.data as ListSnapshot | undefined)?.id ?? [])
    lists.keepOnly(new Set(held))
  })
}
