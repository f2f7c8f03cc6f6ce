import { useCallback } from 'react'
import { useSearchParams as useRouterParams, type NavigateOptions } from 'react-router-dom'

/**
 * The router's, but a change starts from what the address holds now. The router's own starts from what was
 * drawn last: of two changes close together, as of a filter and a sort, the second took the first one back.
 */
export function useSearchParams() {
  const [params, setParams] = useRouterParams()
  const change = useCallback(
    (make: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      setParams(() => make(new URLSearchParams(location.search)), options),
    [setParams],
  )
  return [params, change] as const
}
