import { queryOptions } from '@tanstack/react-query'
import { currentConnection, http } from '@console/shared-kernel/core'
import { ownKey } from '@console/shared-kernel/remote'
import { nowIn } from '@console/shared-kernel/rules'
import type { Selection } from './cascade/cascade'
import type { ReportDefinition } from './definitions'
import { trendParts } from './filters/ranges'
import type { ReportFilters } from './filters/filters'
import { readResult } from './results/reportResult'

const ID_PARAMETERS: Readonly<Record<keyof Selection, string>> = {
  subAdmin: 'subAdminId',
  distributor: 'distributorId',
  subDistributor: 'subDistributorId',
  client: 'clientId',
  machine: 'machineId',
}

/** Only chosen filters are sent; `globalSearch` if there are none. */
export function toParameters(
  { fixedParameters }: ReportDefinition,
  { selection, queryType, dateFrom, dateTo, timeFrom, timeTo }: ReportFilters,
): Record<string, string> {
  const ids = Object.entries(ID_PARAMETERS).flatMap(([field, name]) => {
    const id = selection[field as keyof Selection]
    return id === null ? [] : [[name, String(id)]]
  })
  return {
    queryType: queryType.name,
    dateFrom,
    dateTo,
    timeFrom,
    timeTo,
    ...Object.fromEntries(ids.length > 0 ? ids : [['globalSearch', 'true']]),
    ...fixedParameters,
  }
}

async function fetchResult(definition: ReportDefinition, filters: ReportFilters, signal: AbortSignal) {
  const { data } = await http.get<unknown>(definition.path, {
    baseURL: currentConnection()[definition.server],
    params: toParameters(definition, filters),
    signal,
  })
  return readResult(data, filters.queryType)
}

/** One press of Search. The number distinguishes it from an equal earlier search. */
export interface Search {
  filters: ReportFilters
  number: number
}

/** The key prefix of all queries of one report; Clear removes these queries. */
export const reportKey = ({ name }: ReportDefinition) => ownKey('answer', name)

/** A result never refreshes by itself. */
const neverStale = { staleTime: Infinity, structuralSharing: false } as const

export const reportQuery = (definition: ReportDefinition, { filters, number }: Search) =>
  queryOptions({
    ...neverStale,
    queryKey: [...reportKey(definition), 'search', toParameters(definition, filters), number],
    queryFn: ({ signal }) => fetchResult(definition, filters, signal),
    meta: { failure: 'Error al realizar la búsqueda' },
  })

/** The same report for another period. */
export const comparisonQuery = (definition: ReportDefinition, { filters, number }: Search) =>
  queryOptions({
    ...neverStale,
    queryKey: [...reportKey(definition), 'comparison', toParameters(definition, filters), number],
    queryFn: ({ signal }) => fetchResult(definition, filters, signal),
  })

/**
 * Parallel calls for a trend. The API allows each user four reports at a time, so two remain for a search and
 * its comparison.
 */
const PARTS_AT_ONCE = 2

interface PartProfit {
  /** The first day of the part. */
  day: string
  profitCents: number
  /** Whether its last day was not over yet. */
  ongoing: boolean
}

/** The profit of each part of a period, with one call for each part. */
export const trendQuery = (definition: ReportDefinition, { filters, number }: Search) =>
  queryOptions({
    ...neverStale,
    queryKey: [...reportKey(definition), 'trend', toParameters(definition, filters), number],
    queryFn: async ({ signal }): Promise<PartProfit[]> => {
      const found: PartProfit[] = []
      const today = nowIn(currentConnection().timeZone).day
      const waiting = (trendParts(filters)?.parts ?? []).entries()
      const broken = new AbortController()
      const within = AbortSignal.any([signal, broken.signal])
      const work = async () => {
        for (const [index, part] of waiting) {
          const result = await fetchResult(definition, { ...filters, ...part }, within)
          const profitCents = result.kind === 'totals' ? result.total.profitCents : 0
          found[index] = { day: part.dateFrom, profitCents, ongoing: part.dateTo >= today }
        }
      }
      try {
        await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work))
      } finally {
        // one failed part cancels the others: a trend with gaps is useless
        broken.abort()
      }
      return found
    },
  })
