import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = () => globalThis.matchMedia?.('print')

/** A preview may lay the page out several times until `afterprint`. */
let opened = false

function subscribe(listener: () => void): () => void {
  const media = paper()
  // laid out as soon as this returns: later changes are not printed
  const open = () => {
    opened = true
    flushSync(listener)
  }
  const close = () => {
    opened = false
    listener()
  }
  media?.addEventListener('change', listener)
  addEventListener('beforeprint', open)
  addEventListener('afterprint', close)
  return () => {
    media?.removeEventListener('change', listener)
    removeEventListener('beforeprint', open)
    removeEventListener('afterprint', close)
  }
}

const isPrinting = (): boolean => opened || (paper()?.matches ?? false)

/** For what styles cannot change. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)
