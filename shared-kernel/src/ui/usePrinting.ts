import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = () => globalThis.matchMedia?.('print')

/** Stays true until `afterprint`, because a preview may lay the page out several times. */
let opened = false

function subscribe(listener: () => void): () => void {
  const media = paper()
  // the browser lays out the page when this returns, and does not print later changes
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

/** Whether the page is being printed, for changes that CSS cannot make. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting)
