import { useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnauthorized, LIST_STALE_AFTER_MS, machinesQuery, messageOf } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'

const NONE: readonly Machine[] = []

/** One machine of the list, which is loaded if no screen has done so. */
export function useMachine(id: string) {
  const cached = useQueryClient().getQueryData(machinesQuery.queryKey)?.rows
  const machine = useMemo(() => cached?.find((each) => each.id === id), [cached, id])
  // a long list is not read again, unless it lacks the machine
  const {
    data: list,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...machinesQuery, staleTime: machine ? LIST_STALE_AFTER_MS : 0 })
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
