import { useEffect, useState } from 'react'

const SETTLED_AFTER_MS = 150

/** False for a moment after each change of `value`, so that stepping through rows makes no calls for each of them. */
export function useIsSettled(value: string | number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled === value
}
