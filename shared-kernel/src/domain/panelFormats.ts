import { decimalText } from '../contracts/cents'
import { markLoss } from './money'

/*
 * Used by panels, where euros and days are next to dollars and instants. These are not in `domain`, because each
 * remote would bundle them.
 */

const eurAsUsd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' })
const dayInWords = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A profit formatted like dollars: '€1,234.50', a loss '▼ €5.72'. */
export const formatProfitAsUsd = (cents: number): string =>
  markLoss(cents, (amount) => eurAsUsd.format(decimalText(amount)))

/** @param day 'YYYY-MM-DD', written as `formatDateTime` writes the days of instants: 'Nov 21, 2026' */
export const formatDayInWords = (day: string): string => dayInWords.format(Date.parse(`${day}T00:00:00Z`))
