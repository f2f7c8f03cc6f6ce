import { CallError, http, queryOptions } from '@console/shared-kernel/core'
import { normaliseGames, type Game } from '@console/shared-kernel/contracts/game'
import {
  machineConfigToWire,
  normaliseMachineConfig,
  type MachineConfig,
} from '@console/shared-kernel/contracts/machineConfig'
import { isRecord } from '@console/shared-kernel/contracts/wire'

const pathOf = (machineId: string) => `/api/Machines/${encodeURIComponent(machineId)}/config`

/** A form is filled from it, so it is read anew each time one is opened. */
export const configQuery = (machineId: string) =>
  queryOptions({
    queryKey: ['machine-config', machineId],
    queryFn: async ({ signal }): Promise<MachineConfig> => {
      if (machineId === '') throw new CallError('Machine ID is missing')
      const path = pathOf(machineId)
      const { data } = await http.get<unknown>(path, { signal })
      // defaults in its place would be saved over what the machine has
      if (!isRecord(data)) throw new CallError(`${path} answered no configuration`)
      return normaliseMachineConfig(data)
    },
    staleTime: 0,
    gcTime: 0,
  })

/** The games that a machine may be given. */
export const availableGamesQuery = queryOptions({
  queryKey: ['available-games'],
  queryFn: async ({ signal }): Promise<Game[]> => {
    const path = '/api/Machines/available-games'
    const { data } = await http.get<unknown>(path, { signal })
    if (!Array.isArray(data)) throw new CallError(`${path} answered no list`)
    return normaliseGames(data)
  },
})

export const saveConfig = ({ machineId, config }: { machineId: string; config: MachineConfig }) => {
  if (machineId === '') return Promise.reject(new CallError('Machine ID is missing'))
  return http.put(pathOf(machineId), machineConfigToWire(config))
}
