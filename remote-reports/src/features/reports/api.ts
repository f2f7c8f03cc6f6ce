import { queryOptions } from '@tanstack/react-query'
import { currentConnection, http } from '@console/shared-kernel/core'
import { ownKey } from '@console/shared-kernel/remote'
import type { Selection } from './cascade/cascade'
import type { ReportDefinition } from './definitions'
import { daysOf } from './filters/ranges'
import type { ReportFilters } from './filters/filters'
import { readOutcome } from './results/outcome'

const ID_PARAMETERS: Readonly<Record<keyof Selection, string>> = {
  subAdmin: 'subAdminId',
  distributor: 'distributorId',
  subDistributor: 'subDistributorId',
  client: 'clientId',
  machine: 'machineId',
}

/** The query of a report: each filter only where it is chosen, `globalSearch` where none is. */
export function toParameters(
  { fixedParameters }: ReportDefinition,
  { selection, queryType, dateFrom, dateTo, timeFrom, timeTo }: ReportFilters,
): Record<string, string> {
  const ids = Object.entries(ID_PARAMETERS).flatMap(([field, name]) => {
    const id = selection[field as keyof Selection]
    return id === null ? [] : [[name, String(id)]]
  })
  return {
    queryType,
    dateFrom,
    dateTo,
    timeFrom,
    timeTo,
    ...Object.fromEntries(ids.length > 0 ? ids : [['globalSearch', 'true']]),
    ...fixedParameters,
  }
}

async function fetchOutcome(definition: ReportDefinition, filters: ReportFilters, signal: AbortSignal) {
  const { apiUrl, externalReportsUrl } = currentConnection()
  const { data } = await http.get<unknown>(definition.path, {
    baseURL: definition.name === 'external' ? externalReportsUrl : apiUrl,
    params: toParameters(definition, filters),
    signal,
  })
  return readOutcome(data, filters.queryType)
}

/** One press of Search: the number tells it from the same search before. */
export interface Search {
  filters: ReportFilters
  number: number
}

/** The answers of one report, as removed by Clear. */
export const reportKey = ({ name }: ReportDefinition) => ownKey('answer', name)

/** A result is what was asked for then: it never becomes another one by itself. */
const asAsked = { staleTime: Infinity, structuralSharing: false } as const

export const reportQuery = (definition: ReportDefinition, { filters, number }: Search) =>
  queryOptions({
    ...asAsked,
    queryKey: [...reportKey(definition), 'search', toParameters(definition, filters), number],
    queryFn: ({ signal }) => fetchOutcome(definition, filters, signal),
    meta: { failure: 'Error al realizar la búsqueda' },
  })

/** The same question about another period, for comparing. */
export const comparisonQuery = (definition: ReportDefinition, filters: ReportFilters) =>
  queryOptions({
    ...asAsked,
    queryKey: [...reportKey(definition), 'comparison', toParameters(definition, filters)],
    queryFn: ({ signal }) => fetchOutcome(definition, filters, signal),
  })

/** Calls for single days under way at once: a month must not keep others from the reports. */
const DAYS_AT_ONCE = 4

export interface DayProfit {
  day: string
  profitCents: number
}

/** The profit of each day of a period, in order, from one call a day. */
export const dailyQuery = (definition: ReportDefinition, filters: ReportFilters) =>
  queryOptions({
    ...asAsked,
    queryKey: [...reportKey(definition), 'daily', toParameters(definition, filters)],
    queryFn: async ({ signal }): Promise<DayProfit[]> => {
      const days = daysOf(filters)
      const found: DayProfit[] = []
      const waiting = days.entries()
      const broken = new AbortController()
      const within = AbortSignal.any([signal, broken.signal])
      const work = async () => {
        for (const [index, day] of waiting) {
          const outcome = await fetchOutcome(definition, { ...filters, ...day }, within)
          const profitCents = outcome.kind === 'total' ? outcome.total.profitCents : 0
          found[index] = { day: day.dateFrom, profitCents }
        }
      }
      try {
        await Promise.all(Array.from({ length: DAYS_AT_ONCE }, work))
      } finally {
        // a day that failed ends the others: a month with a hole in it is none
        broken.abort()
      }
      return found
    },
  })
