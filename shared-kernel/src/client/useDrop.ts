import { useEffect } from 'react'
import { type OpenKind, useClose, useOpened } from './opened'

/** Shown for an action that does not exist, or that the viewer may not take. */
export const FORBIDDEN_ACTION = 'This cannot be done here.'

export const unknownText = (kind: OpenKind): string => `This ${kind} does not exist, or is not below you.`

/**
 * Takes what cannot be shown out of the address, and says why in a toast.
 *
 * @param message null while it can be shown, or nobody knows yet
 * @param what 'do' leaves the panel under a dialog
 */
export function useDrop(message: string | null, what: 'open' | 'do' = 'open'): void {
  const { drop } = useClose()
  const opened = useOpened()
  useEffect(() => {
    if (message !== null) drop(message, what)
  }, [message, what, opened, drop])
}
