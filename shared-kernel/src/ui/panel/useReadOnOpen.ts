import { useEffect, useState } from 'react'

interface Read {
  /** The key of what the address opens. */
  opened: string
  /** The list lacks it. */
  isMissing: boolean
  /** The list is older than lists may be. */
  isStale: boolean
  isFetching: boolean
  /** In ms since 1970, of the last answer and the last failure. */
  dataUpdatedAt: number
  errorUpdatedAt: number
  refetch: () => unknown
}

/**
 * Reads a list again when something is opened that the list lacks, or that it knows from too long ago. A panel
 * stays mounted from one subject to the next, so that no mount does so.
 *
 * @returns `isReadSince`: a read has ended since it was opened; `isOld`: the list is that of too long ago
 */
export function useReadOnOpen(read: Read): { isReadSince: boolean; isOld: boolean } {
  const { opened, isMissing, isStale, isFetching, refetch } = read
  const settledAt = Math.max(read.dataUpdatedAt, read.errorUpdatedAt)
  const [last, setLast] = useState({ opened, settledAt, isStale })
  const before = last.opened === opened ? last : { opened, settledAt, isStale }
  if (before !== last) setLast(before)
  const isReadSince = before.settledAt !== settledAt
  const isOld = before.isStale && !isReadSince
  const needsRead = (isMissing || isOld) && !isReadSince && !isFetching
  useEffect(() => {
    if (needsRead) void refetch()
  }, [needsRead, opened, refetch])
  return { isReadSince, isOld }
}
