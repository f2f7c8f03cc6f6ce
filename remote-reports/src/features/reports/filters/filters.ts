import { isReportDay } from '@console/shared-kernel/domain'
import type { ViewPart } from '@console/shared-kernel/table'
import { FIELDS, NOTHING_CHOSEN, USER_FIELDS, type Cascade, type Selection } from '../cascade/cascade'
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
const PERIOD_NAMES = ['dateFrom', 'timeFrom', 'dateTo', 'timeTo'] as const
const RUN = 'run'
const NAMES = [...FIELDS, 'queryType', ...PERIOD_NAMES, RUN]

export type FilterName = keyof Selection | 'queryType' | keyof Period

/** What a filter holds that is no value of it, as it was typed or written into the address. */
export type InvalidFilters = Readonly<Partial<Record<FilterName, string>>>

export interface ReportView {
  /** In the place of an invalid filter: its default, which is not searched for. */
  filters: ReportFilters
  invalid: InvalidFilters
  /** Whether the answer is asked for too, and not only its filters. */
  run: boolean
}

export const isValidMoment = (name: keyof Period, text: string): boolean => PERIOD[name](text)

export function withoutNames(invalid: InvalidFilters, names: readonly string[]): InvalidFilters {
  return Object.fromEntries(Object.entries(invalid).filter(([name]) => !names.includes(name)))
}

function readView(
  params: URLSearchParams,
  defaults: ReportFilters,
  { queryTypes }: ReportDefinition,
): ReportView {
  const filters = { ...defaults, selection: { ...defaults.selection } }
  const invalid: Partial<Record<FilterName, string>> = {}
  const read = (name: FilterName, take: (text: string) => boolean) => {
    const text = params.get(name)
    if (text !== null && !take(text)) invalid[name] = text
  }
  for (const field of USER_FIELDS) {
    read(field, (text) => {
      if (!USER_ID.test(text)) return false
      filters.selection[field] = Number(text)
      return true
    })
  }
  read('machine', (text) => {
    if (text === '') return false
    filters.selection.machine = text
    return true
  })
  read('queryType', (text) => {
    const type = queryTypes.find(({ name, selectable }) => selectable && name === text)
    if (type) filters.queryType = type.name
    return type !== undefined
  })
  for (const name of PERIOD_NAMES) {
    read(name, (text) => {
      if (!isValidMoment(name, text)) return false
      filters[name] = text
      return true
    })
  }
  return { filters, invalid, run: params.get(RUN) === '1' }
}

/**
 * The filters of a report in the address; null where it names none. Days are always written, so that a view
 * that is sent tomorrow is still about today; times only where they are not the default. An invalid filter
 * stays as it is until it is corrected: without it the report would be about more than was asked for.
 */
export const reportPart = (
  defaults: ReportFilters,
  definition: ReportDefinition,
): ViewPart<ReportView | null> => ({
  read: (params) => (NAMES.some((name) => params.has(name)) ? readView(params, defaults, definition) : null),
  write: (view) => {
    const nothing = Object.fromEntries(NAMES.map((name) => [name, null]))
    if (view === null) return nothing
    const { selection, queryType, dateFrom, dateTo, timeFrom, timeTo } = view.filters
    const ids = FIELDS.map((field) => [field, selection[field] === null ? null : String(selection[field])])
    return {
      ...nothing,
      ...Object.fromEntries(ids),
      queryType: queryType === defaults.queryType ? null : queryType,
      dateFrom,
      dateTo,
      timeFrom: timeFrom === defaults.timeFrom ? null : timeFrom,
      timeTo: timeTo === defaults.timeTo ? null : timeTo,
      ...view.invalid,
      [RUN]: view.run ? '1' : null,
    }
  },
})

/** The view over a loaded hierarchy: an id that is not in it, or not under the rest, is invalid. */
export function settleView(view: ReportView, settle: Cascade['settle']): ReportView {
  const asked = view.filters.selection
  const selection = settle(asked)
  const unknown = FIELDS.filter((field) => asked[field] !== null && selection[field] === null)
  return {
    ...view,
    filters: { ...view.filters, selection },
    invalid: {
      ...view.invalid,
      ...Object.fromEntries(unknown.map((field) => [field, String(asked[field])])),
    },
  }
}
