import { hierarchyName } from '@console/shared-kernel/contracts'
import { formatDay } from '@console/shared-kernel/domain'
import { FIELD_NAMES, FIELDS, type Cascade } from '../cascade/cascade'
import type { ReportDefinition } from '../definitions'
import type { ReportFilters } from './filters'
import { quickRange, type Period } from './ranges'

/** For files and paper. */
export function describeFilters(filters: ReportFilters, cascade: Cascade): [label: string, value: string][] {
  const { selection, queryType, dateFrom, timeFrom, dateTo, timeTo } = filters
  const chosen = FIELDS.map((field): [string, string] => {
    const { label, emptyLabel } = FIELD_NAMES[field]
    const id = selection[field]
    if (id === null) return [label, emptyLabel]
    if (field === 'machine') return [label, cascade.machine(selection.machine)?.name ?? String(id)]
    const user = cascade.user(selection[field])
    return [label, user ? hierarchyName(user) : String(id)]
  })
  return [
    ...chosen,
    ['Query Type', queryType],
    ['From', `${formatDay(dateFrom)} ${timeFrom}`],
    ['To', `${formatDay(dateTo)} ${timeTo}`],
  ]
}

/** From the top down. Compares ids and not names, as a user may be called 'All Distributors'. */
function chosenNames(filters: ReportFilters, cascade: Cascade): string[] {
  const described = describeFilters(filters, cascade)
  return FIELDS.flatMap((field, index) => (filters.selection[field] === null ? [] : [described[index]![1]]))
}

/** Screen, filter and range, for the name of a file. */
export function fileNameParts(
  { title }: ReportDefinition,
  filters: ReportFilters,
  cascade: Cascade,
): string[] {
  const { queryType, dateFrom, dateTo } = filters
  const type = queryType === 'Total' ? [] : [queryType]
  return [title, ...type, ...chosenNames(filters, cascade).slice(-1), dateFrom, `to ${dateTo}`]
}

/** The chosen filters in one line. */
export function summarizeFilters(filters: ReportFilters, cascade: Cascade): string {
  const [to, from, type] = describeFilters(filters, cascade).reverse()
  const names = chosenNames(filters, cascade)
  const who = names.length === 0 ? 'All users' : names.join(' › ')
  return `${type![1]} · ${who} · ${from![1]} to ${to![1]}`
}

/** The user and the period, in a few words. */
export function shortenFilters(filters: ReportFilters, cascade: Cascade): string {
  const { queryType, range, dateFrom, dateTo } = filters
  const days = dateFrom === dateTo ? formatDay(dateFrom) : `${formatDay(dateFrom)} to ${formatDay(dateTo)}`
  return [
    ...(queryType === 'Total' ? [] : [queryType]),
    chosenNames(filters, cascade).at(-1) ?? 'All users',
    quickRange(range)?.label ?? days,
  ].join(' · ')
}

/** '21-11-2026 00:00 to 22-11-2026 23:59'. */
export const describePeriod = ({ dateFrom, timeFrom, dateTo, timeTo }: Period): string =>
  `${formatDay(dateFrom)} ${timeFrom} to ${formatDay(dateTo)} ${timeTo}`
