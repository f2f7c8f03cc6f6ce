import { useEffect, useState } from 'react'

interface Read {
  /** The key of the subject that the address opens. */
  opened: string
  /** The list lacks the subject. */
  isMissing: boolean
  /** The list is older than allowed. */
  isStale: boolean
  isFetching: boolean
  /** The times of the last answer and the last failure, in ms since 1970. */
  dataUpdatedAt: number
  errorUpdatedAt: number
  refetch: () => unknown
}

/**
 * Reads a list again if the opened subject is missing, or the list is too old. A panel stays mounted from one
 * subject to the next, so mounting does not trigger this.
 * @returns `isReadSince`: a read has ended since the subject was opened; `isOld`: the list is still the
 * outdated one
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
