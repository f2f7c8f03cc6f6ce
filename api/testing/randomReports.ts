import { randomFrom, type Random } from '../src/demo/random'
import { isUnder, type PlainQuery, type RawData } from './plainSums'

/** Filters as the report calls name them. */
interface RandomFilters {
  subAdminId?: number
  distributorId?: number
  subDistributorId?: number
  clientId?: number
  machineId?: string
}

export interface RandomReport {
  call: 'internal' | 'external'
  filters: RandomFilters
  query: PlainQuery
}

const FILTER_OF_LEVEL: Readonly<Record<number, keyof Omit<RandomFilters, 'machineId'>>> = {
  3: 'subAdminId',
  4: 'distributorId',
  5: 'subDistributorId',
  6: 'clientId',
  7: 'clientId',
}

/** Days on which the clocks of a zone change: by an hour, and by half an hour. */
const CLOCK_CHANGES = {
  'Europe/Madrid': ['2026-03-29', '2026-10-25'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
} as const
export type RandomZone = keyof typeof CLOCK_CHANGES

/**
 * Statements that write movements of every machine around each of those days: the same ones each time, at any
 * second, and many in the hours when clocks change. The server writes the days' totals itself.
 */
export const aroundClockChanges = (): string[] => [
  'delete from machine_totals',
  'delete from closed_days',
  'select setseed(0.42)',
  ...Object.entries(CLOCK_CHANGES).flatMap(([zone, days]) =>
    days.map(
      (day) => `
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, type, at, case when type = 3 then 0 else amount end,
        case when type = 2 then 0 else amount * 9 / 10 end
      from (
        select m.id, 1 + floor(random() * 3)::int as type, 1 + floor(random() * 50000)::int as amount,
          case when n % 2 = 0 then '${day}'::timestamp at time zone '${zone}' + random() * interval '5 hours'
            else '${day}'::date - interval '2 days' + random() * interval '5 days' end as at
        from machines m, generate_series(1, 8) n order by m.key, n
      ) v`,
    ),
  ),
]

const twoDigits = (number: number): string => String(number).padStart(2, '0')

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

/** Any minute of a day, in half of the cases one from the hours that a clock change skips or repeats. */
const anyTime = (random: Random): string =>
  `${twoDigits(random.oneIn(2) ? random.between(1, 3) : random.between(0, 23))}:${twoDigits(random.between(0, 59))}`

function anyPeriod(random: Random, zone: RandomZone) {
  const day = (): string => plusDays(random.pick([...CLOCK_CHANGES[zone]]), random.between(-2, 2))
  const first = random.oneIn(2) ? random.pick([...CLOCK_CHANGES[zone]]) : day()
  const second = random.oneIn(2) ? first : day()
  const [[dateFrom, timeFrom], [dateTo, timeTo]] = [
    [first, random.oneIn(4) ? '00:00' : anyTime(random)],
    [second, random.oneIn(4) ? '23:59' : anyTime(random)],
  ].sort() as [[string, string], [string, string]]
  return { dateFrom, timeFrom, dateTo, timeTo }
}

/**
 * Fills in filters as the screen does: a user with their ancestors, only a user, or none; perhaps a machine.
 */
function anyFilters(random: Random, raw: RawData): { filters: RandomFilters; under: number[] } {
  const filters: RandomFilters = {}
  const under: number[] = []
  const machine = raw.machines[random.between(0, raw.machines.length - 1)]
  if (!machine || random.oneIn(5)) return { filters, under }
  const lineage = raw.users.filter(({ user_id }) => isUnder(raw, machine.owner_id, user_id))
  // a Player is a filter only if no Client is above it, as in the screen's lists
  const owners = lineage.filter(({ level }) => level < 7 || !lineage.some((user) => user.level === 6))
  const lowest = random.between(3, 7)
  for (const { user_id, level } of owners) {
    const name = FILTER_OF_LEVEL[level]
    if (!name || level > lowest || (level < lowest && random.oneIn(3))) continue
    filters[name] = user_id
    under.push(user_id)
  }
  if (random.oneIn(5)) filters.machineId = machine.id
  return { filters, under }
}

/** Reports chosen at random: the same for the same key. */
export function randomReports(key: string, count: number, zone: RandomZone, raw: RawData): RandomReport[] {
  const random = randomFrom(key)
  return Array.from({ length: count }, () => {
    const call = random.pick<RandomReport['call']>(['internal', 'external'])
    const { filters, under } = anyFilters(random, raw)
    const types = call === 'internal' ? [1] : [2, 3]
    const query = { ...anyPeriod(random, zone), types, timeZone: zone, under, machineId: filters.machineId }
    return { call, filters, query }
  })
}
