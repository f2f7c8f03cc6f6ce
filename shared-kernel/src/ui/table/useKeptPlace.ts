import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLocation } from 'react-router-dom'
import { createPlaces } from '../../client/screenMemory'
import { createStore } from '../../client/store'

export type RowKey = string | number

interface Place {
  /** In pixels. */
  top: number
  row: RowKey | null
}

const placesOfTables = createPlaces<Place>()
const TOP: Place = { top: 0, row: null }

export function useKeptPlace(label: string) {
  const { pathname, search } = useLocation()
  const key = `${pathname}${search} ${label}`
  const [places] = useState(placesOfTables)
  const [left] = useState(() => places.get(key) ?? TOP)
  return { key, left, keep: (place: Place) => void places.set(key, place) }
}

interface Options {
  place: ReturnType<typeof useKeptPlace>
  frame: HTMLElement | null
  virtualizer: Virtualizer<HTMLElement, Element>
  count: number
  current: number
  row: RowKey | null
}

/** Restores and remembers the scroll position. The result is true until it is restored. */
export function useReturnToPlace({ place, frame, virtualizer, count, current, row }: Options): () => boolean {
  const [waiting] = useState(() => createStore(place.left !== TOP))

  const goBack = useEffectEvent(() => {
    if (!waiting.get() || count === 0 || !frame) return
    const { left } = place
    // the rest is still being loaded
    if (virtualizer.getTotalSize() < left.top && !virtualizer.scrollOffset) return
    waiting.set(false)
    if (!virtualizer.scrollOffset) virtualizer.scrollToOffset(left.top)
    // a frame later the row is drawn and the screen's title has the focus
    if (left.row !== null && left.row === row) requestAnimationFrame(() => focusRow(frame, current))
  })
  useLayoutEffect(() => goBack(), [count, frame])

  // another view has no remembered position
  const first = useRef(place.key)
  useLayoutEffect(() => {
    if (place.key !== first.current) waiting.set(false)
  }, [place.key, waiting])

  const leave = useEffectEvent(() =>
    place.keep(waiting.get() ? place.left : { top: virtualizer.scrollOffset ?? 0, row }),
  )
  useLayoutEffect(() => () => leave(), [])
  return waiting.get
}

function focusRow(frame: HTMLElement, index: number): void {
  if (document.activeElement?.parentElement?.closest('main')) return
  frame.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
