import { hierarchyName } from '@console/shared-kernel/contracts'
import { formatDay } from '@console/shared-kernel/domain'
import { FIELDS, type Cascade } from '../cascade/cascade'
import { FIELD_NAMES } from './fieldNames'
import type { ReportFilters } from './filters'

/** The filters in words, for what leaves the screen: a file, a page of paper. */
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

/** The same in one line: what is chosen, and nothing of what is not. */
export function summarizeFilters(filters: ReportFilters, cascade: Cascade): string {
  const [to, from, type, ...described] = describeFilters(filters, cascade).reverse()
  // by what is chosen, never by name: a user may be called 'All Distributors'
  const names = described
    .reverse()
    .flatMap(([, name], index) => (filters.selection[FIELDS[index]!] === null ? [] : [name]))
  const who = names.length === 0 ? 'All users' : names.join(' › ')
  return `${type![1]} · ${who} · ${from![1]} to ${to![1]}`
}
