import { isReportDay } from '@console/shared-kernel/domain'
import type { ViewPart } from '@console/shared-kernel/table'
import { FIELDS, NOTHING_CHOSEN, USER_FIELDS, type Cascade, type Selection } from '../cascade/cascade'
import type { QueryType, ReportDefinition } from '../definitions'
import { quickRange, START_OF_DAY, type Now, type Period } from './ranges'

export interface ReportFilters extends Period {
  selection: Selection
  queryType: QueryType
  /** The quick range that the period comes from; null where its days are fixed. */
  range: string | null
}

/** Today from midnight until now. */
export const defaultFilters = ({ day, time }: Now): ReportFilters => ({
  selection: NOTHING_CHOSEN,
  queryType: 'Total',
  range: null,
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
const NAMES = [...FIELDS, 'queryType', 'range', ...PERIOD_NAMES, RUN]

export type FilterName = keyof Selection | 'queryType' | 'range' | keyof Period

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
  now: Now,
  { queryTypes }: ReportDefinition,
): ReportView {
  const filters = { ...defaults, selection: { ...defaults.selection } }
  const invalid: Partial<Record<FilterName, string>> = {}
  const read = (name: FilterName, take: (text: string) => boolean) => {
    // a key that comes twice, with two values, has none
    const texts = [...new Set(params.getAll(name))]
    const text = texts.join(', ')
    if (texts.length > 1 || (texts.length === 1 && !take(text))) invalid[name] = text
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
  read('range', (text) => {
    const range = quickRange(text)
    if (range) Object.assign(filters, range.of(now), { range: range.name })
    return range !== undefined
  })
  const ofRange = { ...filters }
  for (const name of PERIOD_NAMES) {
    read(name, (text) => {
      if (!isValidMoment(name, text)) return false
      filters[name] = text
      return true
    })
  }
  // 'yesterday' and another day: which of the two is meant is not to be guessed
  if (filters.range !== null && PERIOD_NAMES.some((name) => filters[name] !== ofRange[name]))
    invalid.range = filters.range
  return { filters, invalid, run: params.get(RUN) === '1' }
}

/**
 * The filters of a report in the address; null where it names none. Days are always written, so that a view
 * that is sent tomorrow is still about today; times only where they are not the default. A quick range is
 * written by its name alone, and is about another day tomorrow. An invalid filter
 * stays as it is until it is corrected: without it the report would be about more than was asked for.
 */
export const reportPart = (
  defaults: ReportFilters,
  now: Now,
  definition: ReportDefinition,
): ViewPart<ReportView | null> => ({
  read: (params) =>
    NAMES.some((name) => params.has(name)) ? readView(params, defaults, now, definition) : null,
  write: (view) => {
    const nothing = Object.fromEntries(NAMES.map((name) => [name, null]))
    if (view === null) return nothing
    const { selection, queryType, range, dateFrom, dateTo, timeFrom, timeTo } = view.filters
    const isRelative = range !== null && view.invalid.range === undefined
    const ids = FIELDS.map((field) => [field, selection[field] === null ? null : String(selection[field])])
    return {
      ...nothing,
      ...Object.fromEntries(ids),
      queryType: queryType === defaults.queryType ? null : queryType,
      ...(isRelative
        ? { range }
        : {
            dateFrom,
            dateTo,
            timeFrom: timeFrom === defaults.timeFrom ? null : timeFrom,
            timeTo: timeTo === defaults.timeTo ? null : timeTo,
          }),
      ...view.invalid,
      [RUN]: view.run ? '1' : null,
    }
  },
})

/** Whether a view names users or a machine, which only the hierarchy can tell to be there and under each other. */
export const namesSomebody = ({ filters }: ReportView): boolean =>
  FIELDS.some((field) => filters.selection[field] !== null)

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
