import { FIRST_DAY } from '@console/shared-kernel/contracts'
import { addDays, countDays, DAY_RANGES, firstOfMonth } from '@console/shared-kernel/domain'

/** Both minutes are included. Days are 'YYYY-MM-DD', times 'HH:MM', in the environment's time zone. */
export interface Period {
  dateFrom: string
  timeFrom: string
  dateTo: string
  timeTo: string
}

export const START_OF_DAY = '00:00'
export const END_OF_DAY = '23:59'

/** The wall clock of the report zone. */
export interface Now {
  day: string
  time: string
}

/** Now if the day is today, else the end of the day. */
export const defaultTimeTo = (day: string, now: Now): string => (day === now.day ? now.time : END_OF_DAY)

interface QuickRange {
  /** The key in the address. */
  name: string
  label: string
  of: (now: Now) => Period
}

export const QUICK_RANGES: readonly QuickRange[] = DAY_RANGES.map(({ name, label, of }) => ({
  name,
  label,
  of: (now) => {
    const { from, to } = of(now.day)
    return { dateFrom: from, timeFrom: START_OF_DAY, dateTo: to, timeTo: defaultTimeTo(to, now) }
  },
}))

export const quickRange = (name: string | null): QuickRange | undefined =>
  QUICK_RANGES.find((range) => range.name === name)

/** The distance between a trend's points. */
export type Unit = 'day' | 'week' | 'month' | 'year'

/** The first day of the next unit. Weeks begin on Monday, and FIRST_DAY is a Monday. */
const NEXT: Readonly<Record<Unit, (day: string) => string>> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7 - ((countDays(FIRST_DAY, day) - 1) % 7)),
  month: (day) => firstOfMonth(addDays(firstOfMonth(day), 31)),
  year: (day) => `${Number(day.slice(0, 4)) + 1}-01-01`,
}
const UNITS: readonly Unit[] = ['day', 'week', 'month', 'year']
/** At most a month of days, because each part takes one call. */
const MAX_PARTS = 31

/** The first and the last part keep the period's times. Null if there are too many parts. */
function split(period: Period, unit: Unit): Period[] | null {
  const parts: Period[] = []
  for (let day = period.dateFrom; day <= period.dateTo; day = NEXT[unit](day)) {
    if (parts.length === MAX_PARTS) return null
    const lastDay = addDays(NEXT[unit](day), -1)
    parts.push({
      dateFrom: day,
      timeFrom: day === period.dateFrom ? period.timeFrom : START_OF_DAY,
      dateTo: lastDay < period.dateTo ? lastDay : period.dateTo,
      timeTo: lastDay < period.dateTo ? END_OF_DAY : period.timeTo,
    })
  }
  return parts
}

interface TrendParts {
  unit: Unit
  parts: readonly Period[]
}

/** Chooses the smallest unit with at most MAX_PARTS parts; null if even years are too many. */
export function trendParts(period: Period): TrendParts | null {
  for (const unit of UNITS) {
    const parts = split(period, unit)
    if (parts) return { unit, parts }
  }
  return null
}
