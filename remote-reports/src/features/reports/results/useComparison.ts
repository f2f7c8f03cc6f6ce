import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery, type Search } from '../api'
import type { ReportDefinition } from '../definitions'
import { comparisonOf, type ComparisonName } from '../filters/comparisons'
import { compareTotals, removedMachines, type TotalsResult } from './reportResult'

/** Null without a comparison. */
export function useComparison(
  definition: ReportDefinition,
  { filters, number }: Search,
  name: ComparisonName | '',
  result: TotalsResult | null,
) {
  const comparison = result ? comparisonOf(name) : null
  const period = comparison ? { ...filters, ...comparison.of(filters) } : filters
  const query = useQuery({
    ...comparisonQuery(definition, { filters: period, number }),
    enabled: comparison !== null,
  })
  const before = comparison && query.data?.kind === 'totals' ? query.data : null
  const changes = useMemo(
    () => (result && before ? compareTotals(result.type.total, result.total, before.total) : null),
    [result, before],
  )
  const onlyBefore = useMemo(
    () => (result && before ? removedMachines(before.machines, result.machines).length : 0),
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
