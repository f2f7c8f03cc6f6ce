/*
 * Reports as a person would work them out with a list of movements, a calendar and a pencil: uses no code of
 * the server or the console, so that both can be checked against it.
 */

/** Rows as they are stored. */
export interface RawData {
  users: readonly { user_id: number; user_name: string; parent_id: number | null; level: number }[]
  machines: readonly { id: string; name: string; owner_id: number }[]
  movements: readonly RawMovement[]
}

interface RawMovement {
  machine_id: string
  type: number
  /** An instant in UTC, written as in JSON. */
  occurred_at: string
  in_cents: number
  out_cents: number
}

/** The statement whose one row is `RawData`. */
export const RAW = `
  select (select json_agg(u) from users u) as users, (select json_agg(m) from machines m) as machines,
    (select json_agg(v) from movements v) as movements`

export interface PlainQuery {
  types: readonly number[]
  dateFrom: string
  timeFrom: string
  dateTo: string
  timeTo: string
  timeZone: string
  /** Only machines count whose owner is in the subtree of each of these users. */
  under: readonly number[]
  machineId?: string | undefined
}

export interface PlainSum {
  movements: number
  inCents: number
  outCents: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The local time of a zone, as if that were UTC. */
function wallClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
}

/**
 * From the first minute at which clocks show `dateFrom timeFrom` or later, to the first one at which they
 * show a time after `dateTo timeTo`.
 */
function instantsOf({
  dateFrom,
  timeFrom,
  dateTo,
  timeTo,
  timeZone,
}: PlainQuery): [from: number, to: number] {
  const wall = wallClock(timeZone)
  /** Every minute that may be meant: near a clock change, the hour between the two readings. */
  const minutesOf = (local: number): number[] => {
    const offsets = [local - DAY_MS, local + DAY_MS].map((instant) => wall(instant) - instant)
    const [first, last] = [local - Math.max(...offsets), local - Math.min(...offsets)]
    return Array.from({ length: (last - first) / MINUTE_MS + 1 }, (_, index) => first + index * MINUTE_MS)
  }
  const first = (local: number): number => {
    const minute = minutesOf(local).find((each) => wall(each) >= local)
    if (minute === undefined) throw new Error('Clocks change twice in a day.')
    return minute
  }
  return [
    first(Date.parse(`${dateFrom}T${timeFrom}Z`)),
    first(Date.parse(`${dateTo}T${timeTo}Z`) + MINUTE_MS),
  ]
}

/** Whether a user is `top` or below. */
export function isUnder({ users }: Pick<RawData, 'users'>, userId: number, top: number): boolean {
  if (userId === top) return true
  const parent = users.find(({ user_id }) => user_id === userId)?.parent_id ?? null
  return parent !== null && isUnder({ users }, parent, top)
}

/** The sums of each machine that has movements, by its id. */
export function plainSums(raw: RawData, query: PlainQuery): Map<string, PlainSum> {
  const [from, to] = instantsOf(query)
  const counted = new Set(
    raw.machines
      .filter(({ id }) => query.machineId === undefined || id === query.machineId)
      .filter(({ owner_id }) => query.under.every((top) => isUnder(raw, owner_id, top)))
      .map(({ id }) => id),
  )
  const sums = new Map<string, PlainSum>()
  for (const { machine_id, type, occurred_at, in_cents, out_cents } of raw.movements) {
    if (!counted.has(machine_id) || !query.types.includes(type)) continue
    const at = Date.parse(occurred_at)
    if (at < from || at >= to) continue
    const { movements, inCents, outCents } = sums.get(machine_id) ?? { movements: 0, inCents: 0, outCents: 0 }
    sums.set(machine_id, {
      movements: movements + 1,
      inCents: inCents + in_cents,
      outCents: outCents + out_cents,
    })
  }
  return sums
}

/** Out as a percentage of in, to two decimals. */
export const plainReturn = ({ inCents, outCents }: Pick<PlainSum, 'inCents' | 'outCents'>): number =>
  inCents === 0 ? 0 : Math.round((outCents * 10_000) / inCents) / 100
