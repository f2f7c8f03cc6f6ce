import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { attentionQuery, isUnauthorized, messageOf, useFeature } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'

/** Says which machines need attention, where the server does. It is read again with the list of machines, and when the stream says so. */
export function useAttention() {
  const isOffered = useFeature('attention') !== undefined
  const { data, error, isFetching, refetch } = useQuery({ ...attentionQuery, enabled: isOffered })
  const ids = data?.machineIds
  const known = useMemo(() => new Set(ids), [ids])
  const hasFailed = error !== null && !isUnauthorized(error)
  return {
    isOffered,
    /** Undefined until they are read. */
    ids,
    needsAttention: useCallback(({ id }: Machine) => known.has(id), [known]),
    failure: hasFailed ? `Error loading what needs attention: ${messageOf(error, 'Unknown error')}` : null,
    isFetching,
    refetch,
  }
}
