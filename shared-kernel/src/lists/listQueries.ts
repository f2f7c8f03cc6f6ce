import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { patchQueryData } from '../client/patchQueryData'
import type { User } from '../contracts/user'
import { seesEverything } from '../domain/uiPermissions'
import type { Identity, ListKindName, ListRows, RowChange } from './listKinds'
import { lists, type ListSnapshot } from './listEngineClient'

const LISTS = 'lists'

/** What the keys of all lists of a kind begin with. */
export const listsKey = (kind: ListKindName) => [LISTS, kind]

/** A list of the server, read into the list engine. All screens with the same call share it. */
export const listQuery = <Kind extends ListKindName>(kind: Kind, path: string) =>
  queryOptions({
    queryKey: [...listsKey(kind), path],
    queryFn: ({ signal, client, queryKey }): Promise<ListSnapshot<Kind>> => {
      dropUnheld(client)
      const shown = client.getQueryData<ListSnapshot<Kind>>(queryKey)
      return lists.read({
        path,
        kind,
        signal,
        before: shown?.arriving ? undefined : shown,
        showFirst: (first) => {
          // a list that is shown already is better than the beginning of the next one
          const list = client.getQueryData<ListSnapshot<Kind>>(queryKey)
          if (list && !list.arriving) return
          // out of date from the beginning: a screen that comes back reads the rest
          client.setQueryData<ListSnapshot<Kind>>(queryKey, first, { updatedAt: 0 })
        },
      })
    },
    // unchanged rows are the same objects already
    structuralSharing: false,
  })

/** Everybody for level 1, as the reports load them too; for all others the users below them. */
export const usersQuery = (viewer: Pick<User, 'level'>) =>
  listQuery('users', seesEverything(viewer) ? '/api/Users/all-hierarchy' : '/api/Users/children')

/** The machines that the viewer sees; the server knows which. */
export const machinesQuery = listQuery('machines', '/api/Machines')

/**
 * Changes a row in every list of this kind, without reading 100,000 others again.
 *
 * @param changeOf what is to be done, of the row as the list has it; null for nothing
 */
const changeRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  changeOf: (list: ListSnapshot<Kind>) => RowChange<ListRows[Kind]> | null,
): Promise<void> =>
  patchQueryData<ListSnapshot<Kind>>(client, listsKey(kind), (list) => {
    const change = changeOf(list)
    return change ? lists.change(list, change) : list
  })

/** Puts a row in its place in the lists of its kind, or behind the others if it is new. */
export const putRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  row: ListRows[Kind],
): Promise<void> => changeRow(client, kind, () => ({ put: row }))

/** Takes a row out of the lists of its kind. */
export const removeRow = (client: QueryClient, kind: ListKindName, identity: Identity): Promise<void> =>
  changeRow(client, kind, () => ({ remove: identity }))

/** Changes some fields of a row, where a list has it. */
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

/** The list of a query. If reading failed after the first rows, there is none. */
export const usableList = <Kind extends ListKindName>({
  data,
  error,
}: {
  data: ListSnapshot<Kind> | undefined
  error: Error | null
}): ListSnapshot<Kind> | undefined => (error && data?.arriving ? undefined : data)

const watched = new WeakSet<QueryClient>()

/** Lists are kept as long as the cache holds them: until a newer one, the end of their screens, or of the session. */
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
