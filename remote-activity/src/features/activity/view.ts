import type { Activity } from '@console/shared-kernel/contracts'
import { isKnownKind, isReportDay, kindLabel } from '@console/shared-kernel/domain'
import { nowIn } from '@console/shared-kernel/rules'
import { textPart } from '@console/shared-kernel/view'

/** As in the address; '' means any. */
export interface ActivityFilters {
  who: string
  whom: string
  machine: string
  /** Comma-separated. */
  kind: string
  from: string
  to: string
}

export const ACTIVITY_VIEW = {
  who: textPart('who'),
  whom: textPart('whom'),
  machine: textPart('machine'),
  kind: textPart('kind'),
  from: textPart('from'),
  to: textPart('to'),
}

const NAMES: Readonly<Record<keyof ActivityFilters, string>> = {
  who: 'actorId',
  whom: 'userId',
  machine: 'machineId',
  kind: 'kind',
  from: 'dateFrom',
  to: 'dateTo',
}

/** The parameters of the API. */
export const toParameters = (filters: ActivityFilters): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(NAMES) as (keyof ActivityFilters)[])
      .filter((name) => filters[name] !== '')
      .map((name) => [NAMES[name], filters[name]]),
  )

/** Whether the text is an invalid day, as while it is typed. */
export const isInvalidDay = (text: string): boolean => text !== '' && !isReportDay(text)

export const isReversed = ({ from, to }: ActivityFilters): boolean =>
  isReportDay(from) && isReportDay(to) && from > to

/** Which filters the API would refuse: 'kinds', 'dates' or 'kinds and the dates'; empty if none. */
export const unusableFilters = (filters: ActivityFilters): string =>
  [
    unknownKindsOf(filters).length > 0 && 'kinds',
    (isInvalidDay(filters.from) || isInvalidDay(filters.to) || isReversed(filters)) && 'dates',
  ]
    .filter(Boolean)
    .join(' and the ')

/** Whether the API would answer the row to these filters, which are usable. */
export function matchesFilters(
  { at, kind, actor, subject }: Activity,
  filters: ActivityFilters,
  timeZone: string,
): boolean {
  const { who, whom, machine, from, to } = filters
  const kinds = kindsOf(filters)
  // '' is before each day
  const day = Number.isNaN(Date.parse(at)) ? '' : nowIn(timeZone, new Date(at)).day
  return (
    (who === '' || actor?.userId === Number(who)) &&
    (whom === '' || subject?.userId === Number(whom)) &&
    (machine === '' || subject?.machineId?.toLowerCase() === machine.toLowerCase()) &&
    (kinds.length === 0 || kinds.includes(kind)) &&
    (from === '' || day >= from) &&
    (to === '' || (day !== '' && day <= to))
  )
}

/** Names of the ids in the filters; undefined if unknown. */
export type FilterNames = Readonly<Record<'who' | 'whom' | 'machine', string | undefined>>

export const kindsOf = ({ kind }: ActivityFilters): string[] => (kind === '' ? [] : kind.split(','))

export const unknownKindsOf = (filters: ActivityFilters): string[] =>
  kindsOf(filters).filter((kind) => !isKnownKind(kind))

/** For file names and paper. */
export const filterWords = (filters: ActivityFilters, names: FilterNames): string[] => {
  const { who, whom, machine, from, to } = filters
  return [
    ...kindsOf(filters).map(kindLabel),
    who && `by ${names.who ?? `user ${who}`}`,
    whom && `of ${names.whom ?? `user ${whom}`}`,
    machine && (names.machine ?? `machine ${machine}`),
    from && `from ${from}`,
    to && `to ${to}`,
  ]
}
