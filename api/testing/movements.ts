import type { UserResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from './demo'
import { allUsers } from './http'
import { startApi, type Api } from './server'
import { sql } from './sql'

interface Movement {
  machine_id: string
  name: string
  owner_id: number
  type: number
  /** Local time of the report zone: YYYY-MM-DD HH:MM:SS. */
  local: string
  in_cents: number
  out_cents: number
}

/** What the reports of a server's data must add up to. */
export interface Ledger {
  users: readonly UserResponse[]
  movements: readonly Movement[]
}

/** Everything the data holds, read from the database before a server has it. */
const readMovements = (folder: string): Movement[] =>
  sql<Movement>(
    folder,
    `select machine_id, m.name, owner_id, type, in_cents::int, out_cents::int,
      to_char(occurred_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI:SS') as local
      from movements v join machines m on m.id = v.machine_id order by occurred_at, v.id`,
  )

/** A server on demo data of its own, and what its reports must add up to. */
export async function startWithLedger(): Promise<{ api: Api; ledger: Ledger }> {
  const folder = await demoFolder()
  const movements = readMovements(folder)
  const api = await startApi({ DATA_DIR: folder })
  return { api, ledger: { users: await allUsers(api.url), movements } }
}

export function isUnder(ledger: Ledger, userId: number, top: number): boolean {
  if (userId === top) return true
  const parent = ledger.users.find((user) => user.userId === userId)?.parentUserId ?? null
  return parent !== null && isUnder(ledger, parent, top)
}

export interface Sums {
  movements: number
  in: number
  out: number
}

/** The sums by machine of what an owner's subtree did, added up one by one. */
export function machineSums(ledger: Ledger, top: number, types: number[]): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { machine_id, owner_id, type, in_cents, out_cents } of ledger.movements) {
    if (!types.includes(type) || !isUnder(ledger, owner_id, top)) continue
    const sum = sums.get(machine_id) ?? { movements: 0, in: 0, out: 0 }
    sums.set(machine_id, {
      movements: sum.movements + 1,
      in: sum.in + in_cents,
      out: sum.out + out_cents,
    })
  }
  return sums
}
