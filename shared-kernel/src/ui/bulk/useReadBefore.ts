import { useQueries, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'

/** One call each: more would keep the server from what others ask of it. */
const MOST_READ = 50

/** Outside, so that the answer is the same object until another one has come. */
const combine = (results: UseQueryResult[]) => ({
  before: results.map(({ data }) => data),
  pending: results.some(({ isPending }) => isPending),
  failed: results.filter(({ isLoadingError }) => isLoadingError).length,
})

/**
 * What the first of some rows are before they are changed, for a preview that says what will differ.
 *
 * @param readingOf the query of one row, which gives a `Read`
 */
export function useReadBefore<Row, Read>(
  rows: readonly Row[],
  readingOf: (row: Row) => { queryKey: QueryKey },
) {
  const { before, pending, failed } = useQueries({
    queries: rows.slice(0, MOST_READ).map((row) => readingOf(row) as UseQueryOptions),
    combine,
  })
  return {
    /** By the row's place; undefined for one that could not be read, or comes behind the first ones. */
    before: before as readonly (Read | undefined)[],
    pending,
    /** How many could not be read. */
    failed,
    isPart: rows.length > MOST_READ,
  }
}
