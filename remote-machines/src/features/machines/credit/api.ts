import { CallError, http, type QueryClient } from '@console/shared-kernel/core'
import { centsToWire } from '@console/shared-kernel/contracts/cents'
import { normaliseCredit, type Machine } from '@console/shared-kernel/contracts/machine'
import { machinesQuery } from '../api'

/** What a machine's credit is, and which credit that is for servers that count its changes. */
export type Credit = Pick<Machine, 'creditCents' | 'creditVersion'>

export interface CreditChange {
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
    // a server that does not count changes may not allow these headers
    version === null ? {} : { headers: { 'If-Match': `"${version}"`, 'Idempotency-Key': key } },
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

const STALE = [409, 412]

/** The server made no change: the credit is no longer the one that the change was made against. */
export const isStale = (failure: unknown): failure is CallError =>
  failure instanceof CallError && STALE.includes(failure.status ?? 0)

/** What has become of a change whose answer was lost. */
export type WriteOutcome = 'saved' | 'not saved' | 'changed by another'

/**
 * Reads it from what the credit is now. A server that counts changes tells for sure; from another one,
 * the amount that was wanted is taken for the change having arrived.
 */
export function outcomeOf(wantedCents: number, before: Credit, now: Credit): WriteOutcome {
  if (isUnchanged(before, now, wantedCents)) return 'not saved'
  return now.creditCents === wantedCents ? 'saved' : 'changed by another'
}

const isUnchanged = (before: Credit, now: Credit, wantedCents: number): boolean =>
  before.creditVersion === null
    ? now.creditCents === before.creditCents && wantedCents !== before.creditCents
    : now.creditVersion === before.creditVersion
