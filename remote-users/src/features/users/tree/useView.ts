import { useCallback } from 'react'
import { useSearchParams } from '@console/shared-kernel/core'

export type View = 'list' | 'tree'

/** How the users are shown, kept in the address. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const view: View = params.get('view') === 'tree' ? 'tree' : 'list'
  const setView = useCallback(
    (next: View) =>
      setParams(
        (before) => {
          if (next === 'tree') before.set('view', next)
          else before.delete('view')
          return before
        },
        { replace: true },
      ),
    [setParams],
  )
  return { view, setView }
}
