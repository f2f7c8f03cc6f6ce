import { useSyncExternalStore } from 'react'

const paper = () => globalThis.matchMedia?.('print')

function subscribe(listener: () => void): () => void {
  const media = paper()
  media?.addEventListener('change', listener)
  return () => media?.removeEventListener('change', listener)
}

/** Whether the page is being put on paper: for what styles alone cannot change. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => paper()?.matches ?? false)
