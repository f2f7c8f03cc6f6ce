import { queryOptions } from '@tanstack/react-query'
import { CallError, fetchList, fetchRecord, http } from '@console/shared-kernel/core'
import { ownKey } from '@console/shared-kernel/remote'
import {
  type Game,
  type MachineConfig,
  machineConfigToWire,
  normaliseGames,
  normaliseMachineConfig,
} from '@console/shared-kernel/contracts'
import { normaliseCommonConfig } from './otherConfig'

const pathOf = (machineId: string) => `/api/Machines/${encodeURIComponent(machineId)}/config`

export const readConfig = async (
  machineId: string,
  signal = new AbortController().signal,
): Promise<MachineConfig> => normaliseMachineConfig(await fetchRecord(pathOf(machineId), signal))

/** Refetched each time a form is opened, because it fills the form. */
export const configQuery = (machineId: string) =>
  queryOptions({
    queryKey: ownKey('machine-config', machineId),
    queryFn: async ({ signal }): Promise<MachineConfig> => {
      // not a `CallError`, which would be retried
      if (machineId === '') throw new Error('Machine ID is missing')
      return readConfig(machineId, signal)
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Only for servers whose features include 'commonConfig'. */
export const commonConfigQuery = (machineId: string) =>
  queryOptions({
    queryKey: ownKey('machine-config-common', machineId),
    queryFn: async ({ signal }) =>
      normaliseCommonConfig(await fetchRecord(`${pathOf(machineId)}/common`, signal)),
    staleTime: 0,
    gcTime: 0,
  })

export const availableGamesQuery = queryOptions({
  queryKey: ownKey('available-games'),
  queryFn: async ({ signal }): Promise<Game[]> =>
    normaliseGames(await fetchList('/api/Machines/available-games', signal)),
})

interface ConfigSave {
  machineId: string
  config: MachineConfig
  headers: Record<string, string>
  /** Added to the body: the reason, or nothing. */
  reason?: object
}

export const saveConfig = ({ machineId, config, headers, reason }: ConfigSave) => {
  if (machineId === '') return Promise.reject(new CallError('Machine ID is missing'))
  return http.put(pathOf(machineId), { ...machineConfigToWire(config), ...reason }, { headers })
}
