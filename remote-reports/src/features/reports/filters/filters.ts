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

/** Days and times are as they were at first. */
export const hasDefaultPeriod = (filters: ReportFilters, defaults: ReportFilters): boolean =>
  filters.range === null && PERIOD_NAMES.every((name) => filters[name] === defaults[name])

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
/** What else the address of a report may hold: the comparison, the order of the rows. */
const OTHER_NAMES = ['compare', 'sort', 'dir']

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

/** Filters by key, each of them: null for what is not chosen. A quick range is written by its name alone. */
function toKeys(filters: ReportFilters): Record<string, string | null> {
  const { selection, queryType, range, dateFrom, dateTo, timeFrom, timeTo } = filters
  const ids = FIELDS.map((field) => [field, selection[field] === null ? null : String(selection[field])])
  return {
    ...Object.fromEntries(ids),
    queryType: queryType === 'Total' ? null : queryType,
    ...(range === null ? { dateFrom, dateTo, timeFrom, timeTo } : { range }),
  }
}

/** The query of an address or of a saved view, without its '?'. */
function toQuery(keys: Readonly<Record<string, string | null>>): string {
  const entries = Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== null)
  return new URLSearchParams(entries.sort()).toString()
}

/** The query that these filters have whatever the defaults of its reader are. */
export const queryOf = (filters: ReportFilters, more: Readonly<Record<string, string | null>> = {}): string =>
  toQuery({ ...toKeys(filters), ...more })

/** The address of the answer to these filters: of these very days, also where they were a quick range. */
export const resultQuery = (filters: ReportFilters): string =>
  queryOf({ ...filters, range: null }, { [RUN]: '1' })

/**
 * The filters of a report in the address; null where it names none. Days are always written, so that a view
 * that is sent tomorrow is still about today; times only where they are not the default. A quick range
 * is about another day tomorrow. An invalid filter
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
    const { filters, invalid } = view
    const keys = toKeys(invalid.range === undefined ? filters : { ...filters, range: null })
    return {
      ...nothing,
      ...keys,
      ...(keys['timeFrom'] === defaults.timeFrom && { timeFrom: null }),
      ...(keys['timeTo'] === defaults.timeTo && { timeTo: null }),
      ...invalid,
      [RUN]: view.run ? '1' : null,
    }
  },
})

/** Keys of an address that no filter has: a misspelt filter would be left out, and the report about more. */
export const unknownKeys = (params: URLSearchParams): string[] =>
  [...new Set(params.keys())].filter((key) => !NAMES.includes(key) && !OTHER_NAMES.includes(key))

/** The same, as a part of a screen's view. Keys that are set are taken out of the address. */
export const unknownKeysPart: ViewPart<readonly string[]> = {
  read: unknownKeys,
  write: (keys) => Object.fromEntries(keys.map((key) => [key, null])),
}

/** Whether a view names users or a machine, which only the hierarchy can tell to be there and under each other. */
export const hasSelection = ({ filters }: ReportView): boolean =>
  FIELDS.some((field) => filters.selection[field] !== null)

/** The view over a loaded hierarchy: an id that is not in it, or not under the rest, is invalid. */
export function resolveView(view: ReportView, resolve: Cascade['resolveSelection']): ReportView {
  const asked = view.filters.selection
  const selection = resolve(asked)
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
