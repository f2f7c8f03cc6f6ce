import { randomFrom, type Random } from './random'

export interface DemoMovement {
  machine_id: string
  type: number
  occurred_at: string
  in_cents: number
  out_cents: number
  game_id: number | null
  reference: string | null
  state: string | null
}

type Kind = Omit<DemoMovement, 'machine_id' | 'occurred_at'>

export const DAY_MS = 86_400_000
const EURO = 100
const GAMES = 40
const emptyMovement = { in_cents: 0, out_cents: 0, game_id: null, reference: null, state: null }

/** Returns the same in every run, so that days can be added later. @param day counted from 1970, UTC */
export function movementsOfDay(machineId: string, day: number): DemoMovement[] {
  const random = randomFrom(`${machineId} ${day}`)
  const kinds: Kind[] = []
  const visits = random.between(1, 3)
  for (let visit = 0; visit < visits; visit += 1) kinds.push(...oneVisit(random))
  if (random.oneIn(40)) kinds.push({ ...emptyMovement, type: 4, out_cents: random.between(50, 900) * EURO })
  if (random.oneIn(6)) kinds.push(ticket(random))
  if (random.oneIn(6)) kinds.push(pointOfSale(random))
  return kinds.map((kind) => ({ machine_id: machineId, occurred_at: timeOfDay(random, day), ...kind }))
}

function oneVisit(random: Random): Kind[] {
  const cash = random.between(1, 20) * 5 * EURO
  const kinds: Kind[] = [{ ...emptyMovement, type: 2, in_cents: cash }]
  let remaining = cash
  for (let play = random.between(1, 2); play > 0; play -= 1) {
    const bet = random.between(20, 100) * Math.floor(remaining / 100)
    const win = Math.floor((bet * random.between(40, 130)) / 100)
    kinds.push({
      ...emptyMovement,
      type: 1,
      in_cents: bet,
      out_cents: win,
      game_id: random.between(1, GAMES),
    })
    remaining = Math.max(0, remaining - bet + win)
  }
  if (remaining > 0 && !random.oneIn(3)) kinds.push({ ...emptyMovement, type: 3, out_cents: remaining })
  return kinds
}

const ticket = (random: Random): Kind => ({
  ...emptyMovement,
  type: 5,
  out_cents: random.between(200, 20_000),
  reference: String(random.between(1, 999_999_999)).padStart(9, '0'),
  state: random.pick(['Paid', 'Paid', 'Pending', 'Expired']),
})

function pointOfSale(random: Random): Kind {
  const amount = random.between(1, 20) * 5 * EURO
  return random.oneIn(3)
    ? { ...emptyMovement, type: 6, out_cents: amount, reference: 'Payout' }
    : { ...emptyMovement, type: 6, in_cents: amount, reference: 'Charge' }
}

function timeOfDay(random: Random, day: number): string {
  const hour = random.oneIn(10) ? random.between(0, 23) : random.between(10, 25) % 24
  const inDay = (hour * 3600 + random.between(0, 3599)) * 1000 + random.between(0, 999)
  return new Date(day * DAY_MS + inDay).toISOString()
}
