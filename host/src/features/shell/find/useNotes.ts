import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFeature } from '@console/shared-kernel/core'
import { noteSearchQuery } from '@console/shared-kernel/host'

/** The server rejects longer searches. */
const MAX_SEARCH = 100
/** Notes are searched once nothing has been typed for this long. */
const ASK_AFTER_MS = 200

/** Asks the server for notes that contain the text, if the server has notes. */
export function useNotes(query: string) {
  const isOffered = useFeature('notes') !== undefined
  const search = query.trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [search])
  const isAsked = isOffered && search !== '' && search.length <= MAX_SEARCH
  const {
    data = [],
    isError,
    isLoading,
  } = useQuery({
    ...noteSearchQuery(settled),
    enabled: isAsked && settled === search,
  })
  const isCurrent = isAsked && settled === search
  return {
    notes: isCurrent ? data : [],
    loading: isAsked && (!isCurrent || isLoading),
    failed: isCurrent && isError,
  }
}
