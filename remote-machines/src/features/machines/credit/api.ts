import type { QueryClient } from '@tanstack/react-query'
import { CallError, http, machinesQuery, versionHeaders } from '@console/shared-kernel/core'
import { centsToWire, type Machine, normaliseCredit } from '@console/shared-kernel/contracts'

/** What a machine's credit is, and which credit that is for servers that count its changes. */
export type Credit = Pick<Machine, 'creditCents' | 'creditVersion'>

interface CreditChange {
  machineId: string
  cents: number
  /** The credit that the change is made to. */
  baseVersion: Credit
  /** One for one change, however often it is sent. */
  key: string
}

/**
 * Sets a machine's credit.
 *
 * @returns what the credit is now, as far as the server says
 * @throws CallError without a status where the answer does not show that the change was made
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
  // a server that counts changes says which this one is; a text is the page of somebody in between
  if (version !== null || (typeof data === 'string' && data !== ''))
    throw new CallError('The answer does not say what the credit is')
  return { creditCents: cents, creditVersion: null }
}

/** The machine as the server knows it now. @throws where that cannot be found out */
export async function readMachineAgain(client: QueryClient, machineId: string): Promise<Machine> {
  // one that is already on its way may have been asked for too early
  await client.cancelQueries(machinesQuery)
  const askedAt = Date.now()
  const machines = await client.fetchQuery({ ...machinesQuery, staleTime: 0, retry: false })
  // a read that something else cancels gives what was there before
  const { dataUpdatedAt = 0 } = client.getQueryState(machinesQuery.queryKey) ?? {}
  if (dataUpdatedAt < askedAt) throw new CallError('The machines could not be read')
  const machine = machines.rows.find(({ id }) => id === machineId)
  if (!machine) throw new CallError('The machine is no longer in the list')
  return machine
}
