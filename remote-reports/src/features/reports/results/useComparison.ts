import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery, type Search } from '../api'
import type { ReportDefinition } from '../definitions'
import { comparisonOf, type ComparisonName } from '../filters/comparisons'
import { compareTotals } from './compareTotals'
import { machinesNoLonger, type ReportResult } from './reportResult'
import { TOTAL_COLUMNS } from './reportColumns'

type TotalResult = Extract<ReportResult, { kind: 'total' }>

/** Null without a comparison. */
export function useComparison(
  definition: ReportDefinition,
  { filters, number }: Search,
  name: ComparisonName | '',
  result: TotalResult | null,
) {
  const comparison = result ? comparisonOf(name) : null
  const period = comparison ? { ...filters, ...comparison.of(filters) } : filters
  const query = useQuery({
    ...comparisonQuery(definition, { filters: period, number }),
    enabled: comparison !== null,
  })
  const before = comparison && query.data?.kind === 'total' ? query.data : null
  const changes = useMemo(
    () =>
      result && before ? compareTotals(TOTAL_COLUMNS[definition.name], result.total, before.total) : null,
    [definition, result, before],
  )
  const onlyBefore = useMemo(
    () => (result && before ? machinesNoLonger(before.machines, result.machines).length : 0),
    [result, before],
  )
  return (
    comparison && {
      comparison,
      period,
      before,
      changes,
      onlyBefore,
      failed: query.isError,
      busy: query.isFetching,
      onRetry: () => void query.refetch(),
    }
  )
}

export type ShownComparison = NonNullable<ReturnType<typeof useComparison>>
