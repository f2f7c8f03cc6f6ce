import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnauthorized, machinesQuery, messageOf } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'

const NONE: readonly Machine[] = []
/** A panel that opens does not read a long list again, unless the list lacks its machine. */
const STALE_AFTER_MS = 5 * 60_000

/** One machine of the list, which is loaded if no screen has done so. */
export function useMachine(id: string) {
  const cached = useQueryClient().getQueryData(machinesQuery.queryKey)?.rows
  const machine = useMemo(() => cached?.find((each) => each.id === id), [cached, id])
  const {
    data: list,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...machinesQuery, staleTime: machine ? STALE_AFTER_MS : 0 })
  const isMissing = !machine && !isFetching
  return {
    machine,
    machines: list?.rows ?? NONE,
    /** The whole list has just been read, and the machine is not in it. */
    isUnknown: isMissing && error === null && list?.arriving === false,
    failure:
      isMissing && error && !isUnauthorized(error)
        ? `Error loading machines: ${messageOf(error, 'Unknown error')}`
        : null,
    retry: () => void refetch(),
  }
}
