import { hierarchyName } from '@console/shared-kernel/contracts'
import { formatDay } from '@console/shared-kernel/domain'
import { FIELD_NAMES, FIELDS, type Cascade, type Field } from '../cascade/cascade'
import { DEFAULT_TYPE, type QueryType, type ReportDefinition } from '../definitions'
import type { ReportFilters } from './filters'
import { quickRange, START_OF_DAY, type Period } from './ranges'

/** The name of the item chosen in a field, or the field's empty label. */
function nameOf(field: Field, { selection }: ReportFilters, cascade: Cascade): string {
  const id = selection[field]
  if (id === null) return FIELD_NAMES[field].emptyLabel
  if (field === 'machine') return cascade.machine(selection.machine)?.name ?? String(id)
  const user = cascade.user(selection[field])
  return user ? hierarchyName(user) : String(id)
}

const fromText = ({ dateFrom, timeFrom }: Period): string => `${formatDay(dateFrom)} ${timeFrom}`
const toText = ({ dateTo, timeTo }: Period): string => `${formatDay(dateTo)} ${timeTo}`

/** '21-11-2026 00:00 to 22-11-2026 23:59'. */
export const describePeriod = (period: Period): string => `${fromText(period)} to ${toText(period)}`

/** The filters in words, for files and printouts. */
export const describeFilters = (
  filters: ReportFilters,
  cascade: Cascade,
): [label: string, value: string][] => [
  ...FIELDS.map((field): [string, string] => [FIELD_NAMES[field].label, nameOf(field, filters, cascade)]),
  ['Query Type', filters.queryType.name],
  ['From', fromText(filters)],
  ['To', toText(filters)],
]

/** From the top down. Checks ids, not names, because a user may be called 'All Distributors'. */
const chosenNames = (filters: ReportFilters, cascade: Cascade): string[] =>
  FIELDS.filter((field) => filters.selection[field] !== null).map((field) => nameOf(field, filters, cascade))

const nameIfChosen = ({ name }: QueryType): string[] => (name === DEFAULT_TYPE ? [] : [name])

/** Screen, filter and range, for a file name. */
export function fileNameParts(
  { title }: ReportDefinition,
  filters: ReportFilters,
  cascade: Cascade,
): string[] {
  const { queryType, dateFrom, dateTo } = filters
  return [
    title,
    ...nameIfChosen(queryType),
    ...chosenNames(filters, cascade).slice(-1),
    dateFrom,
    `to ${dateTo}`,
  ]
}

function usersText(filters: ReportFilters, cascade: Cascade): string {
  const names = chosenNames(filters, cascade)
  return names.length === 0 ? 'All users' : names.join(' › ')
}

/** The chosen filters in one line. */
export const summarizeFilters = (filters: ReportFilters, cascade: Cascade): string =>
  `${filters.queryType.name} · ${usersText(filters, cascade)} · ${describePeriod(filters)}`

/** The name of a quick range, or the days. */
function shortenPeriod({ range, dateFrom, dateTo }: ReportFilters): string {
  const days = dateFrom === dateTo ? formatDay(dateFrom) : `${formatDay(dateFrom)} to ${formatDay(dateTo)}`
  return quickRange(range)?.label ?? days
}

/** The user and the period, in a few words. */
export const shortenFilters = (filters: ReportFilters, cascade: Cascade): string =>
  [
    ...nameIfChosen(filters.queryType),
    chosenNames(filters, cascade).at(-1) ?? 'All users',
    shortenPeriod(filters),
  ].join(' · ')

/** A line of two parts: 'subadmin1 › distributor1', which may be cut off, and 'Yesterday · Total'. */
export function filterLine(filters: ReportFilters, cascade: Cascade): { users: string; period: string } {
  const { range, timeFrom, timeToChosen, queryType } = filters
  const hasTimes = range === null && (timeFrom !== START_OF_DAY || timeToChosen)
  const days = hasTimes ? describePeriod(filters) : shortenPeriod(filters)
  return { users: usersText(filters, cascade), period: `${days} · ${queryType.name}` }
}
