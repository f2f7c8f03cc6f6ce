import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Patches what was read before with the result of a write. The age of the data stays, because the rest of it was
 * not read again. A read in progress may have been answered before the write, so it is cancelled and restarted.
 *
 * @param queryKey or what the keys begin with
 * @param patch called for each query that has data
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
