import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { machinesQuery } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { useReadOnOpen } from '@console/shared-kernel/panel'
import { failureText } from '../useMachines'

const NONE: readonly Machine[] = []

/**
 * One machine of the list, which is loaded if no screen has done so.
 *
 * @param action the dialog about it; opening one rereads a stale list
 */
export function useMachine(id: string, action: string | null) {
  const query = useQuery(machinesQuery)
  const { data: list, error, isFetching, refetch } = query
  const machine = useMemo(() => list?.rows.find((each) => each.id === id), [list, id])
  const isMissing = !machine
  const { isReadSince, isOld } = useReadOnOpen({ ...query, opened: `${id} ${action}`, isMissing })
  const isSettled = isReadSince && !isFetching
  return {
    machine,
    machines: list?.rows ?? NONE,
    /** The list was read shortly before the machine or the dialog was opened, or since. */
    isCurrent: !isFetching && !isOld && !(isReadSince && error),
    /** The whole list has just been read, and the machine is not in it. */
    isUnknown: isMissing && isSettled && error === null && list?.arriving === false,
    failure: isSettled ? failureText(error) : null,
    retry: () => void refetch(),
  }
}
