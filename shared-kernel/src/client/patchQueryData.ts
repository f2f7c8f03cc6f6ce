import type { QueryClient, QueryKey } from '@tanstack/react-query'

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
