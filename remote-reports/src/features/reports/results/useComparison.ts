import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery } from '../api'
import type { ReportDefinition } from '../definitions'
import { comparisonOf, type ComparisonName } from '../filters/comparisons'
import type { ReportFilters } from '../filters/filters'
import { compareTotals } from './compareTotals'
import type { Outcome } from './outcome'
import { totalColumns } from './resultColumns'

type TotalOutcome = Extract<Outcome, { kind: 'total' }>

/** What a result is compared with; null where it is with nothing. */
export function useComparison(
  definition: ReportDefinition,
  filters: ReportFilters,
  name: ComparisonName | '',
  outcome: TotalOutcome | null,
) {
  const comparison = outcome ? comparisonOf(name) : null
  const period = comparison ? { ...filters, ...comparison.of(filters) } : filters
  const query = useQuery({ ...comparisonQuery(definition, period), enabled: comparison !== null })
  const before = comparison && query.data?.kind === 'total' ? query.data : null
  const changes = useMemo(
    () => (outcome && before ? compareTotals(totalColumns(definition), outcome.total, before.total) : null),
    [definition, outcome, before],
  )
  return (
    comparison && {
      comparison,
      period,
      before,
      changes,
      failed: query.isError,
      busy: query.isFetching,
      onRetry: () => void query.refetch(),
    }
  )
}

export type ShownComparison = NonNullable<ReturnType<typeof useComparison>>
