import { useQueries, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'

/** Limits the load on the server, as each row needs a call. */
const MAX_READ = 50

/** Module-level, so that the result keeps its identity until an answer arrives. */
const combine = (results: UseQueryResult[]) => ({
  before: results.map(({ data }) => data),
  pending: results.some(({ isPending }) => isPending),
  failed: results.filter(({ isLoadingError }) => isLoadingError).length,
})

/** For a preview: reads the current state of the first rows. */
export function useReadBefore<Row, Read>(
  rows: readonly Row[],
  readingOf: (row: Row) => { queryKey: QueryKey },
) {
  const { before, pending, failed } = useQueries({
    queries: rows.slice(0, MAX_READ).map((row) => readingOf(row) as UseQueryOptions),
    combine,
  })
  return {
    /** By the row's index; undefined where unread. */
    before: before as readonly (Read | undefined)[],
    pending,
    failed,
    isPart: rows.length > MAX_READ,
  }
}
