import { addDays, countDays, firstOfMonth } from '@console/shared-kernel/domain'
import { END_OF_DAY, START_OF_DAY, type Period } from './filters'

const wholeDays = (dateFrom: string, dateTo: string): Period => ({
  dateFrom,
  timeFrom: START_OF_DAY,
  dateTo,
  timeTo: END_OF_DAY,
})

interface Now {
  day: string
  time: string
}

/** Ranges that are asked for again and again. Those that reach today end now, the others with their day. */
export const QUICK_RANGES: readonly { label: string; of: (now: Now) => Period }[] = [
  { label: 'Today', of: ({ day, time }) => ({ ...wholeDays(day, day), timeTo: time }) },
  {
    label: 'Yesterday',
    of: ({ day }) => wholeDays(addDays(day, -1), addDays(day, -1)),
  },
  {
    label: 'Last 7 days',
    of: ({ day, time }) => ({ ...wholeDays(addDays(day, -6), day), timeTo: time }),
  },
  {
    label: 'This month',
    of: ({ day, time }) => ({ ...wholeDays(firstOfMonth(day), day), timeTo: time }),
  },
  {
    label: 'Last month',
    of: ({ day }) => {
      const lastDay = addDays(firstOfMonth(day), -1)
      return wholeDays(firstOfMonth(lastDay), lastDay)
    },
  },
]

/** As many days before, on the same hours: what a period is compared with. */
export function previousPeriod(period: Period): Period {
  const days = countDays(period.dateFrom, period.dateTo)
  return {
    ...period,
    dateFrom: addDays(period.dateFrom, -days),
    dateTo: addDays(period.dateTo, -days),
  }
}

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
