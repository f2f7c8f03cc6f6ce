import { REGIONS } from './names'
import { randomFrom } from './random'
import type { DemoUser } from './users'

export const DEMO_MACHINES = 150
/** Clients and Players without a machine, to show that case in the interface. */
const OWNERS_WITHOUT = 6
const HOUR_MS = 3_600_000

interface DemoMachine {
  id: string
  name: string
  owner_id: number
  owner_path: string
  credit_cents: number
  service_mode: boolean
  is_blocked: boolean
  status: string
  is_connected: boolean
  last_connection: Date
  location: string
  ip_address: string
  security_level: string
  jackpot_mega_cents: number
  jackpot_mini_cents: number
  created_at: Date
}

export function demoMachines(users: readonly DemoUser[], count: number, now: Date): DemoMachine[] {
  const owners = users.filter(({ level }) => level >= 6).slice(0, -OWNERS_WITHOUT)
  return Array.from({ length: count }, (_, index) => {
    const owner = owners[index % owners.length]
    if (!owner) throw new Error('Demo data has no owners for its machines')
    return makeMachine(index, owner, now)
  })
}

function makeMachine(index: number, owner: DemoUser, now: Date): DemoMachine {
  const random = randomFrom(`machine ${index}`)
  const is_connected = !random.oneIn(8)
  const service_mode = random.oneIn(12)
  const number = String(index + 1).padStart(4, '0')
  return {
    id: random.uuid(index),
    name: `${random.pick(['Slot', 'Slot', 'Slot', 'Bingo', 'Poker'])} ${number}`,
    owner_id: owner.user_id,
    owner_path: owner.path,
    credit_cents: random.between(0, 250_000),
    service_mode,
    is_blocked: random.oneIn(15),
    status: service_mode ? 'Maintenance' : is_connected ? 'Online' : 'Offline',
    is_connected,
    last_connection: new Date(now.getTime() - random.between(0, is_connected ? 1 : 72) * HOUR_MS),
    location: `${REGIONS.find(({ countryId }) => countryId === owner.country_id)?.city ?? ''} ${random.between(1, 9)}`,
    ip_address: `10.${owner.country_id}.${random.between(0, 255)}.${random.between(1, 254)}`,
    security_level: random.pick(['Standard', 'Standard', 'High']),
    jackpot_mega_cents: random.between(100_000, 5_000_000),
    jackpot_mini_cents: random.between(1_000, 50_000),
    created_at: owner.created_at,
  }
}
