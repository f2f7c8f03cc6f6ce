import type { Activity } from '@console/shared-kernel/contracts'
import { DAY_RANGES, isKnownKind, isReportDay, kindLabel } from '@console/shared-kernel/domain'
import { matcher, nowIn } from '@console/shared-kernel/rules'
import { choicePart, textPart } from '@console/shared-kernel/view'

/** The values in the address; '' means any. */
export interface ActivityFilters {
  search: string
  who: string
  whom: string
  machine: string
  /** Comma-separated. */
  kind: string
  from: string
  to: string
  /** The name of a day range, whose days then replace `from` and `to`. */
  range: string
  /** The viewer's shift: what they did since their first sign-in in the last N hours. */
  shift: string
}

export const SHIFT_HOURS = ['8', '12', '16', '24', '48'] as const
export const DEFAULT_SHIFT = '16'

/** The day ranges of the screen. */
export const RANGES = DAY_RANGES.slice(0, 3)

export const ACTIVITY_VIEW = {
  search: textPart('search'),
  who: textPart('who'),
  whom: textPart('whom'),
  machine: textPart('machine'),
  kind: textPart('kind'),
  from: textPart('from'),
  to: textPart('to'),
  range: choicePart<string>('range', ['', ...RANGES.map(({ name }) => name)]),
  shift: choicePart<string>('shift', ['', ...SHIFT_HOURS]),
}

/** The filters in an address. */
export const filtersIn = (params: URLSearchParams): ActivityFilters =>
  Object.fromEntries(
    Object.entries(ACTIVITY_VIEW).map(([name, part]) => [name, part.read(params)]),
  ) as Record<keyof ActivityFilters, string>

/** Adds the days of the chosen range. */
export function withDays(filters: ActivityFilters, today: string): ActivityFilters {
  const range = RANGES.find(({ name }) => name === filters.range)
  return range ? { ...filters, ...range.of(today) } : filters
}

const NAMES = {
  search: 'search',
  who: 'actorId',
  whom: 'userId',
  machine: 'machineId',
  kind: 'kind',
  from: 'dateFrom',
  to: 'dateTo',
  shift: 'shiftHours',
} as const

/** The API's query parameters. */
export const toParameters = (filters: ActivityFilters): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(NAMES) as (keyof typeof NAMES)[])
      .map((name) => [NAMES[name], filters[name].trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/** Whether the filters may match some rows of a bulk change but not others, which have other targets. */
export const mayCutBulks = ({ search, whom, machine }: ActivityFilters): boolean =>
  search.trim() !== '' || whom !== '' || machine !== ''

/** Whether the text is not a valid day, e.g. because it is still being typed. */
export const isInvalidDay = (text: string): boolean => text !== '' && !isReportDay(text)

export const isReversed = ({ from, to }: ActivityFilters): boolean =>
  isReportDay(from) && isReportDay(to) && from > to

/** Which filters the API would reject: 'kinds', 'dates' or 'kinds and the dates'; empty if none. */
export const unusableFilters = (filters: ActivityFilters): string =>
  [
    unknownKindsOf(filters).length > 0 && 'kinds',
    (isInvalidDay(filters.from) || isInvalidDay(filters.to) || isReversed(filters)) && 'dates',
  ]
    .filter(Boolean)
    .join(' and the ')

/** Whether the API would return this newly created row for these filters, which are valid. */
export function matchesFilters(
  { at, kind, actor, subject, reason }: Activity,
  filters: ActivityFilters,
  viewer: { userId: number; timeZone: string },
): boolean {
  const { search, who, whom, machine, from, to, shift } = filters
  const kinds = kindsOf(filters)
  // '' sorts before every day
  const day = Number.isNaN(Date.parse(at)) ? '' : nowIn(viewer.timeZone, new Date(at)).day
  const finds = matcher(search)
  return (
    (shift === '' || actor?.userId === viewer.userId) &&
    (who === '' || actor?.userId === Number(who)) &&
    (whom === '' || subject?.userId === Number(whom)) &&
    (machine === '' || subject?.machineId?.toLowerCase() === machine.toLowerCase()) &&
    (kinds.length === 0 || kinds.includes(kind)) &&
    (from === '' || day >= from) &&
    (to === '' || (day !== '' && day <= to)) &&
    finds(actor?.userName ?? '', subject?.name ?? '', subject?.ownerName ?? '', reason)
  )
}

/** Names of the ids in the filters; undefined if unknown. */
export type FilterNames = Readonly<Record<'who' | 'whom' | 'machine', string | undefined>>

export const kindsOf = ({ kind }: ActivityFilters): string[] => (kind === '' ? [] : kind.split(','))

export const unknownKindsOf = (filters: ActivityFilters): string[] =>
  kindsOf(filters).filter((kind) => !isKnownKind(kind))

/** The filters in words, for file names and printouts. */
export const filterWords = (filters: ActivityFilters, names: FilterNames): string[] => {
  const { search, who, whom, machine, from, to, shift } = filters
  return [
    shift && 'my shift',
    ...kindsOf(filters).map(kindLabel),
    who && `by ${names.who ?? `user ${who}`}`,
    whom && `of ${names.whom ?? `user ${whom}`}`,
    machine && (names.machine ?? `machine ${machine}`),
    from && `from ${from}`,
    to && `to ${to}`,
    search.trim() && `with ${search.trim()}`,
  ]
}
