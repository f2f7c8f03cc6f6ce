import { addDays, countDays, firstOfMonth } from '@console/shared-kernel/domain'
import { choicePart, type ViewPart } from '@console/shared-kernel/view'
import { END_OF_DAY, START_OF_DAY, type Period } from './ranges'

export type ComparisonName = 'previous' | 'lastWeek' | 'lastMonth' | 'lastYear'

export interface ComparisonPeriod {
  /** The value in the address. */
  name: ComparisonName
  /** The button's text. */
  label: string
  title: string
  /** The header of the column with the earlier values. */
  header: string
  of: (period: Period) => Period
}

const shiftedDays = (period: Period, days: number): Period => ({
  ...period,
  dateFrom: addDays(period.dateFrom, days),
  dateTo: addDays(period.dateTo, days),
})

const lastOfMonth = (day: string) => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

/** The same day `months` months earlier, or the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  let first = firstOfMonth(day)
  for (let count = 0; count < months; count += 1) first = firstOfMonth(addDays(first, -1))
  const same = first.slice(0, 8) + day.slice(8)
  const last = lastOfMonth(first)
  return same < last ? same : last
}

function shiftedMonths(period: Period, months: number): Period {
  const dateFrom = monthsBefore(period.dateFrom, months)
  const dateTo = monthsBefore(period.dateTo, months)
  // a whole month is compared with a whole month: February's 28 days with January's 31
  const isComplete =
    period.dateFrom === firstOfMonth(period.dateFrom) &&
    period.timeFrom === START_OF_DAY &&
    period.dateTo === lastOfMonth(period.dateTo) &&
    period.timeTo === END_OF_DAY
  return { ...period, dateFrom, dateTo: isComplete ? lastOfMonth(dateTo) : dateTo }
}

/** The times of day stay the same. */
export const COMPARISONS: readonly ComparisonPeriod[] = [
  {
    name: 'previous',
    label: 'Previous period',
    title: 'Compared with the previous period',
    header: 'Previous period',
    of: (period) => shiftedDays(period, -countDays(period.dateFrom, period.dateTo)),
  },
  {
    name: 'lastWeek',
    label: 'Same days last week',
    title: 'Compared with the same days last week',
    header: 'Last week',
    of: (period) => shiftedDays(period, -7),
  },
  {
    name: 'lastMonth',
    label: 'Same days last month',
    title: 'Compared with last month',
    header: 'Last month',
    of: (period) => shiftedMonths(period, 1),
  },
  {
    name: 'lastYear',
    label: 'Same days last year',
    title: 'Compared with last year',
    header: 'Last year',
    of: (period) => shiftedMonths(period, 12),
  },
]

/** '' means no comparison. */
export const comparePart = choicePart<ComparisonName | ''>('compare', [
  '',
  ...COMPARISONS.map(({ name }) => name),
])

/** An invalid `compare` in the address, or null. A key with two different values is invalid. */
export const unknownComparePart: ViewPart<string | null> = {
  read: (params) => {
    const texts = [...new Set(params.getAll('compare'))]
    const text = texts.join(', ')
    return texts.length === 0 || COMPARISONS.some(({ name }) => name === text) ? null : text
  },
  write: (text) => ({ compare: text }),
}

export const comparisonOf = (name: ComparisonName | ''): ComparisonPeriod | null =>
  COMPARISONS.find((comparison) => comparison.name === name) ?? null
