import { useEffect, useMemo, useState } from 'react'
import { finish, type Steps } from '../contracts/steps'
import { inSlices } from './inSlices'

/** Work on lists up to this long is not felt. */
const MOST_AT_ONCE = 5_000

/**
 * What is dear to make of a long list: of a short one it is there at once, of a long one it is made beside
 * the page's other work. Until then the last result stands in for it, at first none.
 *
 * @param length of the list
 * @param make begins the work; a new function begins it anew
 */
export function usePrepared<T>(length: number, make: () => Steps<T>): { value: T | null; current: boolean } {
  const atOnce = length <= MOST_AT_ONCE
  const made = useMemo(() => (atOnce ? { make, value: finish(make()) } : null), [atOnce, make])
  const [last, setLast] = useState(made)
  if (made && made !== last) setLast(made)

  useEffect(() => {
    if (atOnce) return
    const leaving = new AbortController()
    inSlices(make(), leaving.signal, 'background').then(
      (value) => setLast({ make, value }),
      (failure: unknown) => {
        if (!leaving.signal.aborted) throw failure
      },
    )
    return () => leaving.abort()
  }, [atOnce, make])

  const latest = made ?? last
  return { value: latest?.value ?? null, current: latest?.make === make }
}
