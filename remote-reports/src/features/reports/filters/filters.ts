import { isReportDay } from '@console/shared-kernel/domain'
import type { ViewPart } from '@console/shared-kernel/view'
import { FIELDS, NOTHING_CHOSEN, USER_FIELDS, type Cascade, type Selection } from '../cascade/cascade'
import { DEFAULT_TYPE, queryTypeOf, type QueryType, type ReportDefinition } from '../definitions'
import { defaultTimeTo, quickRange, START_OF_DAY, type Now, type Period } from './ranges'

export interface ReportFilters extends Period {
  selection: Selection
  queryType: QueryType
  /** The quick range that gives the period; null if its days are fixed. */
  range: string | null
  /** False while the To time is its day's default, which moves with the clock if that day is today. */
  timeToChosen: boolean
}

/** Today from midnight until now. */
export const defaultFilters = (
  { queryTypes: [queryType] }: ReportDefinition,
  { day, time }: Now,
): ReportFilters => ({
  selection: NOTHING_CHOSEN,
  queryType,
  range: null,
  dateFrom: day,
  timeFrom: START_OF_DAY,
  dateTo: day,
  timeTo: time,
  timeToChosen: false,
})

export const hasDefaultPeriod = (filters: ReportFilters, defaults: ReportFilters): boolean =>
  filters.range === null &&
  !filters.timeToChosen &&
  (['dateFrom', 'timeFrom', 'dateTo'] as const).every((name) => filters[name] === defaults[name])

/** The filters of a search made at `now`, which determines a quick range's days and the default To time. */
export function filtersAt(filters: ReportFilters, now: Now): ReportFilters {
  const range = quickRange(filters.range)
  if (range) return { ...filters, ...range.of(now) }
  return filters.timeToChosen ? filters : { ...filters, timeTo: defaultTimeTo(filters.dateTo, now) }
}

/** A range of a single minute is not reversed. */
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
/** Parameters of the comparison, of the table, and of the panel or dialog that any screen can open. */
const OTHER_NAMES = ['compare', 'sort', 'dir', 'open', 'do']

type FilterName = keyof Selection | 'queryType' | 'range' | keyof Period

/** Invalid values, as typed or as in the address. */
export type InvalidFilters = Readonly<Partial<Record<FilterName, string>>>

export interface ReportView {
  /** An invalid filter has its default here, but is never searched with it. */
  filters: ReportFilters
  invalid: InvalidFilters
  /** Whether the address also starts the search. */
  autoRun: boolean
}

export const isValidMoment = (name: keyof Period, text: string): boolean => PERIOD[name](text)

export function withoutNames(invalid: InvalidFilters, names: readonly string[]): InvalidFilters {
  return Object.fromEntries(Object.entries(invalid).filter(([name]) => !names.includes(name)))
}

function readView(
  params: URLSearchParams,
  defaults: ReportFilters,
  now: Now,
  definition: ReportDefinition,
): ReportView {
  const filters = { ...defaults, selection: { ...defaults.selection } }
  const invalid: Partial<Record<FilterName, string>> = {}
  const read = (name: FilterName, take: (text: string) => boolean) => {
    // a key with two different values is invalid
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
    const type = queryTypeOf(definition, text)
    if (type) filters.queryType = type
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
      if (name === 'timeTo') filters.timeToChosen = true
      return true
    })
  }
  // 'yesterday' together with another day is ambiguous
  if (filters.range !== null && PERIOD_NAMES.some((name) => filters[name] !== ofRange[name]))
    invalid.range = filters.range
  const shown = filters.range === null ? filtersAt(filters, now) : filters
  return { filters: shown, invalid, autoRun: params.get(RUN) === '1' }
}

/** All filters by key, with null for those not chosen. A quick range is written by its name. */
function toKeys(filters: ReportFilters): Record<string, string | null> {
  const { selection, queryType, range, dateFrom, dateTo, timeFrom } = filters
  const timeTo = filters.timeToChosen ? filters.timeTo : null
  const ids = FIELDS.map((field) => [field, selection[field] === null ? null : String(selection[field])])
  return {
    ...Object.fromEntries(ids),
    queryType: queryType.name === DEFAULT_TYPE ? null : queryType.name,
    ...(range === null ? { dateFrom, dateTo, timeFrom, timeTo } : { range }),
  }
}

/** Sorted, without '?'. */
function toQuery(keys: Readonly<Record<string, string | null>>): string {
  const entries = Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== null)
  return new URLSearchParams(entries.sort()).toString()
}

/** A query that does not rely on defaults, except for a default To time, which follows its day. */
export const queryOf = (filters: ReportFilters, more: Readonly<Record<string, string | null>> = {}): string =>
  toQuery({ ...toKeys(filters), ...more })

/** The query for a result: a quick range is written as its days, and all times are fixed. */
export const resultQuery = (filters: ReportFilters): string =>
  queryOf({ ...filters, range: null, timeToChosen: true }, { [RUN]: '1' })

/** The query for a search of another part of the tree, over the same range. */
export const narrowedQuery = (filters: ReportFilters, selection: Selection): string =>
  queryOf({ ...filters, selection }, { [RUN]: '1' })

/**
 * The filters in the address; null if it has none. Days are always written, so that a link opened tomorrow still
 * shows today; times only if they are not the default. Without a To time the report ends now if its last day is
 * today, and at the end of any other day. A quick range moves with time. An invalid filter stays until it is
 * corrected, because without it the report would cover more than was asked for.
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
      ...invalid,
      [RUN]: view.autoRun ? '1' : null,
    }
  },
})

/** A misspelt filter must not be ignored, because the report would cover more than was asked for. */
export const unknownKeys = (params: URLSearchParams): string[] =>
  [...new Set(params.keys())].filter((key) => !NAMES.includes(key) && !OTHER_NAMES.includes(key))

/** Several times the length of all filters. */
const MAX_QUERY_LENGTH = 1000

/** Whether a stored value is a report query. */
export const isStorableQuery = (stored: unknown): stored is string =>
  typeof stored === 'string' &&
  stored !== '' &&
  stored.length <= MAX_QUERY_LENGTH &&
  unknownKeys(new URLSearchParams(stored)).length === 0

/** The part of the view with the unknown keys. Setting keys removes them from the address. */
export const unknownKeysPart: ViewPart<readonly string[]> = {
  read: unknownKeys,
  write: (keys) => Object.fromEntries(keys.map((key) => [key, null])),
}

/** The address of a search with a stored query. */
export const searchOfQuery = (query: string): string =>
  `?${toQuery({ ...Object.fromEntries(new URLSearchParams(query)), [RUN]: '1' })}`

/** Whether the view names users or a machine, which only the hierarchy can validate. */
export const hasSelection = ({ filters }: ReportView): boolean =>
  FIELDS.some((field) => filters.selection[field] !== null)

/** Marks ids that are not in the hierarchy, or not below the other filters, as invalid. */
export function resolveView(view: ReportView, resolve: Cascade['resolveSelection']): ReportView {
  const requested = view.filters.selection
  const selection = resolve(requested)
  const unknown = FIELDS.filter((field) => requested[field] !== null && selection[field] === null)
  return {
    ...view,
    filters: { ...view.filters, selection },
    invalid: {
      ...view.invalid,
      ...Object.fromEntries(unknown.map((field) => [field, String(requested[field])])),
    },
  }
}
