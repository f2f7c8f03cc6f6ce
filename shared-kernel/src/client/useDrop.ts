import { useEffect } from 'react'
import { type OpenKind, useClose, useOpened } from './opened'

/** Shown for an action that does not exist, or that the viewer may not take. */
export const FORBIDDEN_ACTION = 'This cannot be done here.'

export const unknownText = (kind: OpenKind): string => `This ${kind} does not exist, or is not below you.`

/**
 * Removes what cannot be shown from the address, and shows the reason in a toast.
 * @param message null if it can be shown, or that is not known yet
 * @param what 'do' keeps the panel under a dialog
 */
export function useDrop(message: string | null, what: 'open' | 'do' = 'open'): void {
  const { drop } = useClose()
  const opened = useOpened()
  useEffect(() => {
    if (message !== null) drop(message, what)
  }, [message, what, opened, drop])
}
