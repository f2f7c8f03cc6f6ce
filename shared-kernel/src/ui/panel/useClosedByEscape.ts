import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useClose } from '../../client/opened'
import { isCovered, isTypedInto } from '../shortcuts'

/** Lets Escape close this panel, except in a field or under a dialog or menu. */
export function useClosedByEscape(panel: RefObject<Element | null>): void {
  const { close } = useClose()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || isTypedInto(target)) return
    if (!panel.current || isCovered(panel.current)) return
    event.preventDefault()
    close()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
