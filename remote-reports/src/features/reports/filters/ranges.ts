import { addDays, countDays, firstOfMonth } from '@console/shared-kernel/domain'

/** Both minutes are included. Days are 'YYYY-MM-DD', times 'HH:MM', in the environment's time zone. */
export interface Period {
  dateFrom: string
  timeFrom: string
  dateTo: string
  timeTo: string
}

export const START_OF_DAY = '00:00'
export const END_OF_DAY = '23:59'

const wholeDays = (dateFrom: string, dateTo: string): Period => ({
  dateFrom,
  timeFrom: START_OF_DAY,
  dateTo,
  timeTo: END_OF_DAY,
})

/** The wall clock of the report zone. */
export interface Now {
  day: string
  time: string
}

interface QuickRange {
  /** As the address has it. */
  name: string
  label: string
  of: (now: Now) => Period
}

/** Ranges that are asked for again and again. Those that reach today end now, the others with their day. */
export const QUICK_RANGES: readonly QuickRange[] = [
  { name: 'today', label: 'Today', of: ({ day, time }) => ({ ...wholeDays(day, day), timeTo: time }) },
  {
    name: 'yesterday',
    label: 'Yesterday',
    of: ({ day }) => wholeDays(addDays(day, -1), addDays(day, -1)),
  },
  {
    name: 'last7days',
    label: 'Last 7 days',
    of: ({ day, time }) => ({ ...wholeDays(addDays(day, -6), day), timeTo: time }),
  },
  {
    name: 'thisMonth',
    label: 'This month',
    of: ({ day, time }) => ({ ...wholeDays(firstOfMonth(day), day), timeTo: time }),
  },
  {
    name: 'lastMonth',
    label: 'Last month',
    of: ({ day }) => {
      const lastDay = addDays(firstOfMonth(day), -1)
      return wholeDays(firstOfMonth(lastDay), lastDay)
    },
  },
]

export const quickRange = (name: string | null): QuickRange | undefined =>
  QUICK_RANGES.find((range) => range.name === name)

/** The days of a period, each with the hours of it that belong to the period. */
export function daysOf(period: Period): Period[] {
  const count = countDays(period.dateFrom, period.dateTo)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(period.dateFrom, index)
    return {
      dateFrom: day,
      timeFrom: index === 0 ? period.timeFrom : START_OF_DAY,
      dateTo: day,
      timeTo: index === count - 1 ? period.timeTo : END_OF_DAY,
    }
  })
}
