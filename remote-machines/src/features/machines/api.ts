import type { QueryClient } from '@tanstack/react-query'
import { CallError, changeFields, http, newKey, versionHeaders } from '@console/shared-kernel/core'
import { type Machine, normaliseBlockToggle, versionOf } from '@console/shared-kernel/contracts'
import type { WireRecord } from '@console/shared-kernel/rules'

/** Puts what is known of one machine into the list, without asking for all the others. */
export const changeListedMachine = (
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
