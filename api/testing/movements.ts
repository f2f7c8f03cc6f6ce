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

/** The data that a server's reports must add up to. */
export interface Ledger {
  users: readonly UserResponse[]
  movements: readonly Movement[]
}

/** All movements, read from the database before a server opens it. */
const readMovements = (folder: string): Movement[] =>
  sql<Movement>(
    folder,
    `select machine_id, m.name, owner_id, type, in_cents::int, out_cents::int,
      to_char(occurred_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI:SS') as local
      from movements v join machines m on m.id = v.machine_id order by occurred_at, v.id`,
  )

/** Starts a server on its own demo data. @returns it, and what its reports must add up to */
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
