import { queryOptions } from '@tanstack/react-query'
import { normaliseTrend, type TrendDay } from '../contracts/machineTrend'
import { CallError } from './errors'
import { fetchRecord } from './fetchChecked'
import type { SharedQuery } from './sharedQueries'

/** A machine's profit per day, oldest first. Enable it only for servers whose `features` name `trend`. */
export const trendQuery = (machineId: string): SharedQuery<TrendDay[], [string, string]> =>
  queryOptions({
    queryKey: ['trend', machineId],
    queryFn: async ({ signal }): Promise<TrendDay[]> => {
      const path = `/api/Machines/${encodeURIComponent(machineId)}/trend`
      const days = normaliseTrend(await fetchRecord(path, signal))
      if (!days) throw new CallError(`${path} did not return days`)
      return days
    },
  })
