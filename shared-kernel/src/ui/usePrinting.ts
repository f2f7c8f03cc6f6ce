import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = () => globalThis.matchMedia?.('print')

/** From `beforeprint` to `afterprint`: a preview may lay the page out several times in between. */
let opened = false

function subscribe(listener: () => void): () => void {
  const media = paper()
  // the browser lays the page out as soon as this returns: what is drawn later is not printed
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

/** Whether the page is being put on paper: for what styles alone cannot change. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)
