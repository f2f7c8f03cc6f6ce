import { FIRST_DAY, LAST_DAY } from '../contracts/inputRules'

/* Calendar days as text, 'YYYY-MM-DD'. Calculated in UTC, where every day has 24 hours. */
const MS_PER_DAY = 86_400_000
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
/** A typed day, with any of the usual separators or none. */
const TYPED = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$|^(\d{2})(\d{2})(\d{4})$/

const two = (number: number | string) => String(number).padStart(2, '0')

function fromUtc(time: number): string {
  const date = new Date(time)
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

const toUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Whether the text is a valid day that reports cover. */
export const isReportDay = (text: string): boolean =>
  DAY.test(text) && text >= FIRST_DAY && text <= LAST_DAY && fromUtc(Date.UTC(...partsOf(text))) === text

function partsOf(day: string): [year: number, month: number, date: number] {
  const [, year, month, date] = DAY.exec(day) ?? []
  return [Number(year), Number(month) - 1, Number(date)]
}

/** @param count of days to add; negative for earlier days */
export const addDays = (day: string, count: number): string => fromUtc(toUtc(day) + count * MS_PER_DAY)

/** Both ends are included. */
export const countDays = (from: string, to: string): number => (toUtc(to) - toUtc(from)) / MS_PER_DAY + 1

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

interface DayRange {
  /** The name in addresses. */
  name: string
  label: string
  /** @param today in the report zone */
  of: (today: string) => { from: string; to: string }
}

/** Both days are included. */
export const DAY_RANGES: readonly DayRange[] = [
  { name: 'today', label: 'Today', of: (today) => ({ from: today, to: today }) },
  {
    name: 'yesterday',
    label: 'Yesterday',
    of: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { name: 'last7days', label: 'Last 7 days', of: (today) => ({ from: addDays(today, -6), to: today }) },
  { name: 'thisMonth', label: 'This month', of: (today) => ({ from: firstOfMonth(today), to: today }) },
  {
    name: 'lastMonth',
    label: 'Last month',
    of: (today) => {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    },
  },
]

/** '21-11-2026'. */
export const formatDay = (day: string): string => day.split('-').reverse().join('-')

/** Parses dd-MM-yyyy; null if it is not a day that reports cover. */
export function parseDay(text: string): string | null {
  const parts = TYPED.exec(text.trim())?.slice(1).filter(Boolean)
  if (!parts) return null
  const [date, month, year] = parts
  const day = `${year}-${two(month!)}-${two(date!)}`
  return isReportDay(day) ? day : null
}
