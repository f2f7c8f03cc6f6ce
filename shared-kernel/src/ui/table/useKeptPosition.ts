import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLocation } from 'react-router-dom'
import { createPlaces } from '../../client/screenMemory'
import { createStore } from '../../client/store'

export type RowKey = string | number

interface Position {
  /** A position in pixels. */
  top: number
  row: RowKey | null
}

const positionsOfTables = createPlaces<Position>()
const TOP: Position = { top: 0, row: null }

export function useKeptPosition(label: string) {
  const { pathname, search } = useLocation()
  const key = `${pathname}${search} ${label}`
  const [positions] = useState(positionsOfTables)
  const [left] = useState(() => positions.get(key) ?? TOP)
  return { key, left, keep: (position: Position) => void positions.set(key, position) }
}

interface Options {
  position: ReturnType<typeof useKeptPosition>
  frame: HTMLElement | null
  virtualizer: Virtualizer<HTMLElement, Element>
  count: number
  current: number
  row: RowKey | null
}

/** Restores and remembers the scroll position. The returned function is true until it is restored. */
export function useRestoredPosition({
  position,
  frame,
  virtualizer,
  count,
  current,
  row,
}: Options): () => boolean {
  const [waiting] = useState(() => createStore(position.left !== TOP))

  const goBack = useEffectEvent(() => {
    if (!waiting.get() || count === 0 || !frame) return
    const { left } = position
    const above = virtualizer.options.scrollMargin
    // the rest is still being loaded
    if (virtualizer.getTotalSize() + above < left.top && !virtualizer.scrollOffset) return
    waiting.set(false)
    if (!virtualizer.scrollOffset) virtualizer.scrollToOffset(left.top)
    // one frame later, the row is rendered and the focus has moved to the new screen
    if (left.row !== null && left.row === row) requestAnimationFrame(() => focusRow(frame, current))
  })
  useLayoutEffect(() => goBack(), [count, frame])

  // another view has no remembered position
  const first = useRef(position.key)
  useLayoutEffect(() => {
    if (position.key !== first.current) waiting.set(false)
  }, [position.key, waiting])

  const leave = useEffectEvent(() =>
    position.keep(waiting.get() ? position.left : { top: virtualizer.scrollOffset ?? 0, row }),
  )
  useLayoutEffect(() => () => leave(), [])
  return waiting.get
}

function focusRow(frame: HTMLElement, index: number): void {
  if (document.activeElement?.parentElement?.closest('main')) return
  frame.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}
