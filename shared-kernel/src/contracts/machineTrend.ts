import { field, normaliserOf, type EntityOf } from './wireFields'
import { asRecord, normaliseList, readInteger, readText, type Reader } from './wireReaders'

/** YYYY-MM-DD. */
const readDay: Reader<string> = (value) => {
  const text = readText(value)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

const TREND_DAY_FIELDS = {
  /** YYYY-MM-DD in the report zone. */
  day: field('day', readDay),
  /** Cash paid in minus cash paid out, in cents of a euro. */
  profitCents: field('profitCents', readInteger),
}
export type TrendDay = EntityOf<typeof TREND_DAY_FIELDS>

/**
 * GET /api/Machines/{machineId}/trend: days, oldest first. Null if the answer is invalid, because an empty list would
 * look real.
 */
export function normaliseTrend(wire: unknown): TrendDay[] | null {
  const { days } = asRecord(wire)
  if (!Array.isArray(days)) return null
  return normaliseList(days, normaliserOf(TREND_DAY_FIELDS), ({ day }) => day)
}
