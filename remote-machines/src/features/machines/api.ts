import type { QueryClient } from '@tanstack/react-query'
import { CallError, changeFields, http, listQuery } from '@console/shared-kernel/core'
import { type Machine, normaliseBlockToggle } from '@console/shared-kernel/contracts'

/** The machines that the viewer sees; the server knows which. */
export const machinesQuery = listQuery('machines', '/api/Machines')

/** Puts what is known of one machine into the list, without asking for all the others. */
export const changeMachine = (
  client: QueryClient,
  machineId: string,
  changes: Partial<Machine>,
): Promise<void> => changeFields(client, 'machines', ({ id }) => id === machineId, changes)

/**
 * Turns the block round, or makes it what is wanted where the server can do that: one that counts changes.
 *
 * @returns whether the machine is blocked now
 * @throws CallError also where the answer does not say: a guess would show as fact
 */
export async function toggleBlock(machine: Machine, wanted?: boolean): Promise<boolean> {
  if (machine.id === '') throw new CallError('Machine ID is undefined')
  const { data } = await http.put<unknown>(
    `/api/Machines/${encodeURIComponent(machine.id)}/toggle-block`,
    wanted === undefined || machine.creditVersion === null ? undefined : { blocked: wanted },
  )
  const blocked = normaliseBlockToggle(data)
  if (blocked === null) throw new CallError('The answer does not say whether the machine is blocked')
  return blocked
}
