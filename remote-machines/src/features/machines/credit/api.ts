import type { QueryClient } from '@tanstack/react-query'
import { CallError, http, machinesQuery, versionHeaders } from '@console/shared-kernel/core'
import { centsToWire, type Machine, normaliseCredit } from '@console/shared-kernel/contracts'

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

/**
 * Sets a machine's credit.
 *
 * @returns the credit after the change, with a null version if the answer has none
 * @throws CallError without a status if the answer does not confirm the change
 */
export async function saveCredit({ machineId, cents, baseVersion, key }: CreditChange): Promise<Credit> {
  // no `CallError`: nothing was sent, so the outcome is known
  if (machineId === '') throw new Error('Machine ID is undefined or invalid')
  const version = baseVersion.creditVersion
  const { data } = await http.put<unknown>(
    `/api/Machines/${encodeURIComponent(machineId)}/credit`,
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

/** As the list has it now: a row is drawn a moment after its list has changed. */
export const latestCredit = (client: QueryClient, machine: Machine): Credit =>
  client.getQueryData(machinesQuery.queryKey)?.rows.find(({ id }) => id === machine.id) ?? machine

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
