import { field, normaliserOf, type EntityOf } from './wireFields'
import { asRecord, isRecord, normaliseList, readFilledText, readInteger, readText } from './wireReaders'

const SUMS = { inCents: field('inCents', readInteger), outCents: field('outCents', readInteger) }
/** Cash paid in and out, in cents of a euro. */
export type CashSums = EntityOf<typeof SUMS>

const DAY_FIELDS = {
  ...SUMS,
  /** YYYY-MM-DD in the report zone. */
  day: field('day', readFilledText),
}
export type DayOfCash = EntityOf<typeof DAY_FIELDS>

const MACHINE_FIELDS = {
  machineId: field('machineId', readFilledText),
  name: field('name', readText, ''),
  userName: field('userName', readText, ''),
  profitCents: field('profitCents', readInteger),
}
export type MachineOfDay = EntityOf<typeof MACHINE_FIELDS>

const COUNT_FIELDS = {
  total: field('total', readInteger),
  online: field('online', readInteger),
  creditCents: field('creditCents', readInteger),
}

export interface Overview {
  /** The sums of today so far. */
  today: CashSums
  /** The same weekday a week ago, up to the same time of day. */
  weekAgo: CashSums
  /** Oldest first; the last one is today. */
  days: DayOfCash[]
  machines: EntityOf<typeof COUNT_FIELDS>
  best: MachineOfDay[]
  worst: MachineOfDay[]
}

const sumsOf = normaliserOf(SUMS)
const countsOf = normaliserOf(COUNT_FIELDS)
const machinesOf = (wire: unknown) =>
  normaliseList(wire, normaliserOf(MACHINE_FIELDS), ({ machineId }) => machineId)

/** Reads GET /api/overview. Returns null if a part is invalid, because a figure of 0 would look real. */
export function normaliseOverview(wire: unknown): Overview | null {
  const { today, weekAgo, days, machines, best, worst } = asRecord(wire)
  const [sums, before, counts] = [sumsOf(today), sumsOf(weekAgo), countsOf(machines)]
  if (!sums || !before || !counts || !Array.isArray(days) || !isRecord(machines)) return null
  return {
    today: sums,
    weekAgo: before,
    days: normaliseList(days, normaliserOf(DAY_FIELDS), ({ day }) => day),
    machines: counts,
    best: machinesOf(best),
    worst: machinesOf(worst),
  }
}
