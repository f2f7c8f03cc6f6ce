import type { QueryClient } from '@tanstack/react-query'
import { CallError, http, machinesQuery, newKey, versionHeaders } from '@console/shared-kernel/core'
import {
  centsToWire,
  type Machine,
  normaliseBlockToggle,
  normaliseCredit,
  versionOf,
} from '@console/shared-kernel/contracts'
import type { WireRecord } from '@console/shared-kernel/rules'

/** A credit, with its version if the server has versions. */
export type Credit = Pick<Machine, 'creditCents' | 'creditVersion'>

interface CreditChange {
  machineId: string
  cents: number
  /** The credit that the change is based on. */
  baseVersion: Credit
  /** The same each time one change is sent. */
  key: string
}

const pathOf = (machineId: string, what: 'credit' | 'toggle-block') =>
  `/api/Machines/${encodeURIComponent(machineId)}/${what}`

/**
 * Sends a machine's credit.
 *
 * @returns the credit after the change, with a null version if the answer has none
 * @throws CallError without a status if the answer does not confirm the change
 */
export async function saveCredit({ machineId, cents, baseVersion, key }: CreditChange): Promise<Credit> {
  // no `CallError`: nothing was sent, so the outcome is known
  if (machineId === '') throw new Error('Machine ID is undefined or invalid')
  const version = baseVersion.creditVersion
  const { data } = await http.put<unknown>(
    pathOf(machineId, 'credit'),
    { amount: centsToWire(cents) },
    { headers: versionHeaders(version, key) },
  )
  const now = normaliseCredit(data)
  if (now) return now
  // a server with versions must send one; a text body comes from a proxy
  if (version !== null || (typeof data === 'string' && data !== ''))
    throw new CallError('The answer does not say what the credit is')
  return { creditCents: cents, creditVersion: null }
}

/** @throws if the current state cannot be read */
export async function readMachineAgain(client: QueryClient, machineId: string): Promise<Machine> {
  // a read in progress may be older than the change
  await client.cancelQueries(machinesQuery)
  const askedAt = Date.now()
  const machines = await client.fetchQuery({ ...machinesQuery, staleTime: 0, retry: false })
  // a read that is cancelled elsewhere resolves to the old data
  const { dataUpdatedAt = 0 } = client.getQueryState(machinesQuery.queryKey) ?? {}
  if (dataUpdatedAt < askedAt) throw new CallError('The machines could not be read')
  const machine = machines.rows.find(({ id }) => id === machineId)
  if (!machine) throw new CallError('The machine is no longer in the list')
  return machine
}

export interface BlockAnswer {
  /** The state after the call. */
  blocked: boolean
  /** The version made by this change; null if nothing changed, or the server has no versions. */
  version: string | null
}

/**
 * Sets the block. Servers without versions can only toggle it.
 *
 * @param version the base of the change; null for any
 * @param key the same each time one change is sent
 * @throws CallError also if the answer does not contain the state: a guess would be shown as a fact
 */
export async function setMachineBlocked(
  { id, creditVersion }: Machine,
  isBlocked: boolean,
  version: string | null = null,
  key = newKey(),
): Promise<BlockAnswer> {
  if (id === '') throw new CallError('Machine ID is undefined')
  const { data } = await http.put<unknown>(
    pathOf(id, 'toggle-block'),
    creditVersion === null ? undefined : { blocked: isBlocked },
    { headers: creditVersion === null ? {} : { ...versionHeaders(version, key), 'Idempotency-Key': key } },
  )
  const blocked = normaliseBlockToggle(data)
  if (blocked === null) throw new CallError('The answer does not say whether the machine is blocked')
  return { blocked, version: versionOf({ raw: data as WireRecord }) }
}
