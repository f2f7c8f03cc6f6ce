import { useQueries, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { counted, grouped } from '../../domain/texts'
import type { Column } from '../table/columns'

/** Limits the load on the server, because each row needs a call. */
const MAX_READ = 50

/** Module-level, so that the result keeps its identity until an answer arrives. */
const combine = (results: UseQueryResult[]) => ({
  before: results.map(({ data }) => data),
  pending: results.some(({ isPending }) => isPending),
  failed: results.filter(({ isLoadingError }) => isLoadingError).length,
})

/** Reads the current state of the first rows for a preview. */
export function useReadBefore<Row, Read>(
  rows: readonly Row[],
  readingOf: (row: Row) => { queryKey: QueryKey },
) {
  const { before, pending, failed } = useQueries({
    queries: rows.slice(0, MAX_READ).map((row) => readingOf(row) as UseQueryOptions),
    combine,
  })
  return {
    /** Values by row index; undefined if not read. */
    before: before as readonly (Read | undefined)[],
    pending,
    failed,
    isPart: rows.length > MAX_READ,
  }
}

/** `change` is null if it is not known. */
export const changeColumn = <Item extends { change: string | null }>(): Column<Item> => ({
  key: 'change',
  header: 'Change',
  minWidth: 152,
  cell: ({ change }) => change ?? 'Will be as chosen',
})

interface Preview {
  /** The noun in the singular: 'machine'. */
  noun: string
  changing: number
  leftOut: number
  /** Why they are left out: 'already the same'. */
  reason: string
  failed: number
  isPart: boolean
}

export function previewSummary({ noun, changing, leftOut, reason, failed, isPart }: Preview): string {
  const parts = [
    `${counted(changing, noun)} will change.`,
    leftOut > 0 && `${grouped(leftOut)} left out: ${reason}.`,
    failed > 0 && `${grouped(failed)} could not be read: as chosen, whatever they have now.`,
    isPart && 'What the first of them have now is shown; of the others it is not read.',
  ]
  return parts.filter(Boolean).join(' ')
}
