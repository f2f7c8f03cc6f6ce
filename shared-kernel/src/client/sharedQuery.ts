import type { DataTag, QueryFunction, QueryKey, UseQueryOptions } from '@tanstack/react-query'

/**
 * What `queryOptions` returns. Declared, because its inferred type names `@tanstack/query-core`, which another
 * repository need not find, and which `exactOptionalPropertyTypes` refuses.
 */
export interface SharedQuery<Data, Key extends QueryKey = string[]> extends Omit<
  UseQueryOptions<Data, Error, Data, Key>,
  'queryFn' | 'queryKey'
> {
  queryFn?: QueryFunction<Data, Key>
  queryKey: DataTag<Key, Data, Error>
}
