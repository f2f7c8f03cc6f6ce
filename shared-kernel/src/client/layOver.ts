import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Lays what a write has made of it over what was read before; whatever else is in there is as old as it was.
 * A reading under way may have been answered before the write: it is given up, and begun anew.
 *
 * @param queryKey or what the keys begin with
 * @param change of what was read, wherever anything was
 */
export async function layOver<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey })
  const outOfDate = queries.some(({ state }) => state.isInvalidated || state.fetchStatus !== 'idle')
  await client.cancelQueries({ queryKey })
  for (const query of queries) {
    const updatedAt = query.state.dataUpdatedAt
    client.setQueryData<Data>(query.queryKey, (data) => data && change(data), { updatedAt })
  }
  if (outOfDate) void client.invalidateQueries({ queryKey })
}
