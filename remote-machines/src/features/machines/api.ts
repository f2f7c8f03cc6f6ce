import {
  CallError,
  fetchLongList,
  http,
  layOver,
  queryOptions,
  type QueryClient,
} from '@console/shared-kernel/core'
import {
  machineIdentity,
  normaliseBlockToggle,
  normaliseMachine,
  type Machine,
} from '@console/shared-kernel/contracts/machine'
import { keepUnchanged } from './model'

const MACHINES = ['machines']

/** The machines somebody sees; the server knows which. */
export const machinesQuery = queryOptions({
  queryKey: MACHINES,
  queryFn: async ({ signal, client }): Promise<Machine[]> => {
    const items = { normalise: normaliseMachine, identityOf: machineIdentity }
    const machines = await fetchLongList('/api/Machines', { ...items, signal })
    return keepUnchanged(machines, client.getQueryData<Machine[]>(MACHINES) ?? [])
  },
  // what has not changed is kept by the lines above, at a fraction of what comparing any two lists takes
  structuralSharing: false,
})

/** Lays what is known of one machine over the list, without asking for all the others. */
export const changeMachine = (
  client: QueryClient,
  machineId: string,
  changes: Partial<Machine>,
): Promise<void> =>
  layOver<Machine[]>(client, MACHINES, (machines) =>
    machines.map((machine) => (machine.id === machineId ? { ...machine, ...changes } : machine)),
  )

/**
 * @returns whether the machine is blocked now
 * @throws CallError also where the answer does not say: a guess would show as fact
 */
export async function toggleBlock(machine: Machine): Promise<boolean> {
  if (machine.id === '') throw new CallError('Machine ID is undefined')
  const { data } = await http.put<unknown>(`/api/Machines/${encodeURIComponent(machine.id)}/toggle-block`)
  const blocked = normaliseBlockToggle(data)
  if (blocked === null) throw new CallError('The answer does not say whether the machine is blocked')
  return blocked
}
