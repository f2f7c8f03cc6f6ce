import type { QueryClient } from '@tanstack/react-query'
import {
  CallError,
  changeFields,
  http,
  machinesQuery,
  newKey,
  versionHeaders,
} from '@console/shared-kernel/core'
import {
  centsToWire,
  type Machine,
  normaliseBlockToggle,
  normaliseCredit,
  versionOf,
} from '@console/shared-kernel/contracts'
import type { WireRecord } from '@console/shared-kernel/rules'

/** Puts what is known of one machine into the list, without asking for all the others. */
export const changeMachine = (
  client: QueryClient,
  machineId: string,
  changes: Partial<Machine>,
): Promise<void> => changeFields(client, 'machines', ({ id }) => id === machineId, changes)

export interface BlockAnswer {
  /** As it is now. */
  blocked: boolean
  /** The machine's version that this change has made; null where none was made, or none are counted. */
  version: string | null
}

/**
 * Makes the block what is wanted. Servers that count no changes can only turn it round.
 *
 * @param version the one that the change is made against; null for whatever is there
 * @throws CallError also where the answer does not say: a guess would show as fact
 */
export async function setMachineBlocked(
  { id, creditVersion }: Machine,
  wanted: boolean,
  version: string | null = null,
): Promise<BlockAnswer> {
  if (id === '') throw new CallError('Machine ID is undefined')
  const { data } = await http.put<unknown>(
    `/api/Machines/${encodeURIComponent(id)}/toggle-block`,
    creditVersion === null ? undefined : { blocked: wanted },
    { headers: versionHeaders(version, newKey()) },
  )
  const blocked = normaliseBlockToggle(data)
  if (blocked === null) throw new CallError('The answer does not say whether the machine is blocked')
  return { blocked, version: versionOf({ raw: data as WireRecord }) }
}

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
