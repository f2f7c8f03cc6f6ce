import { isReportDay } from '@console/shared-kernel/domain/days'
import { FIELDS, NOTHING_CHOSEN, type Selection } from '../cascade/cascade'
import type { QueryType, ReportDefinition } from '../definitions'

/** Both minutes are included. Days are 'YYYY-MM-DD', times 'HH:MM', in the environment's time zone. */
export interface Period {
  dateFrom: string
  timeFrom: string
  dateTo: string
  timeTo: string
}

export interface ReportFilters extends Period {
  selection: Selection
  queryType: QueryType
}

export const START_OF_DAY = '00:00'
export const END_OF_DAY = '23:59'

/** Today from midnight until now. */
export const defaultFilters = ({ day, time }: { day: string; time: string }): ReportFilters => ({
  selection: NOTHING_CHOSEN,
  queryType: 'Total',
  dateFrom: day,
  timeFrom: START_OF_DAY,
  dateTo: day,
  timeTo: time,
})

/** A range that begins after it ends; one minute alone does not. */
export const isReversed = ({ dateFrom, timeFrom, dateTo, timeTo }: Period): boolean =>
  `${dateFrom} ${timeFrom}` > `${dateTo} ${timeTo}`

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const USER_ID = /^\d{1,15}$/

const PERIOD: { [Key in keyof Period]: (text: string) => boolean } = {
  dateFrom: isReportDay,
  timeFrom: (text) => TIME.test(text),
  dateTo: isReportDay,
  timeTo: (text) => TIME.test(text),
}
const RUN = 'run'
const NAMES = [...FIELDS, 'queryType', ...Object.keys(PERIOD), RUN]

/** The filters an address holds; what it lacks, and what nobody can have meant, is as in `defaults`. */
export function readFilters(
  params: URLSearchParams,
  defaults: ReportFilters,
  { queryTypes }: ReportDefinition,
): ReportFilters {
  const filters = { ...defaults, selection: { ...defaults.selection } }
  for (const field of FIELDS) {
    const id = params.get(field)
    if (!id) continue
    if (field === 'machine') filters.selection.machine = id
    else if (USER_ID.test(id)) filters.selection[field] = Number(id)
  }
  for (const [name, isValid] of Object.entries(PERIOD)) {
    const text = params.get(name) ?? ''
    if (isValid(text)) filters[name as keyof Period] = text
  }
  const queryType = queryTypes.find(({ name, selectable }) => selectable && name === params.get('queryType'))
  return { ...filters, queryType: queryType?.name ?? defaults.queryType }
}

/** Whether the address asks for the answer too, and not only for its filters. */
export const asksToRun = (params: URLSearchParams): boolean => params.get(RUN) === '1'

/**
 * The address of these filters; what else it holds stays. Days are always written, so that a view that is
 * sent tomorrow is still about today; times only where they are not the default.
 */
export function writeFilters(
  params: URLSearchParams,
  filters: ReportFilters,
  defaults: ReportFilters,
  run = false,
): URLSearchParams {
  const written = withoutFilters(params)
  for (const field of FIELDS) {
    const id = filters.selection[field]
    if (id !== null) written.set(field, String(id))
  }
  if (filters.queryType !== defaults.queryType) written.set('queryType', filters.queryType)
  written.set('dateFrom', filters.dateFrom)
  written.set('dateTo', filters.dateTo)
  if (filters.timeFrom !== defaults.timeFrom) written.set('timeFrom', filters.timeFrom)
  if (filters.timeTo !== defaults.timeTo) written.set('timeTo', filters.timeTo)
  if (run) written.set(RUN, '1')
  return written
}

export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(params)
  for (const name of NAMES) left.delete(name)
  return left
}
