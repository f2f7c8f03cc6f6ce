import { useEffectEvent, useLayoutEffect, useState, type FocusEvent } from 'react'
import type { RowKey } from './useKeptPosition'
import type { Scroller } from './frame'

/** A scroll position in pixels, including the space before the first and after the last row. */
export interface Scroll {
  top: number
  before: number
  after: number
}

/** A view of rows of equal height. */
export interface Viewport extends Scroll {
  /** The scrollable space above the head, in pixels: `top` is negative there. */
  origin: number
  rowHeight: number
  /** The height without the head. */
  height: number
}

/** The offset of a row in pixels below the head. */
export const offsetOf = (index: number, { top, before, rowHeight }: Viewport): number =>
  before + index * rowHeight - top

interface Looking {
  viewport: Viewport
  count: number
  /** The pointer's offset in pixels below the head; null while elsewhere. */
  pointer: number | null
  focused: number | null
}

/** The hovered or focused row; otherwise the first visible one of a scrolled list, or null. */
export function rowToHold({ viewport, count, pointer, focused }: Looking): number | null {
  const { top, before, rowHeight, height } = viewport
  const isRow = (index: number) => index >= 0 && index < count
  const isVisible = (index: number) => {
    const offset = offsetOf(index, viewport)
    return isRow(index) && offset > -rowHeight && offset < height
  }
  if (pointer !== null && pointer >= 0 && pointer < height) {
    const under = Math.floor((pointer + top - before) / rowHeight)
    if (isRow(under)) return under
  }
  if (focused !== null && isVisible(focused)) return focused
  const first = Math.ceil((top - before) / rowHeight)
  return top > 0 && isVisible(first) ? first : null
}

/** Scrolls the row to an offset; with `exactly`, adds space if scrolling is not enough. */
export function scrollToOffset(
  offset: number,
  index: number,
  { count, viewport, exactly }: { count: number; viewport: Viewport; exactly: boolean },
): Scroll {
  const { origin, rowHeight, height } = viewport
  const wanted = index * rowHeight - offset
  // not -0
  const min = 0 - origin
  const before = exactly ? Math.max(0, min - wanted) : 0
  const after = exactly && wanted > min ? Math.max(0, wanted + height - count * rowHeight) : 0
  const max = Math.max(min, before + count * rowHeight + after - height)
  return { top: Math.min(Math.max(min, wanted), max), before, after }
}

interface Rows<Row> {
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
}

/** Looks near the old index first; -1 if the row is gone. */
export function indexOfKey<Row>({ rows, rowKey }: Rows<Row>, key: RowKey, near: number): number {
  const row = rows[near]
  if (row !== undefined && rowKey(row, near) === key) return near
  return rows.findIndex((each, index) => rowKey(each, index) === key)
}

/** How many neighbours are tried if the row was removed. */
const NEIGHBOURS = 40

/** The old and new index of the row to hold, or of the nearest remaining row; null if there is none. */
export function nearestKept<Row>(
  before: readonly Row[],
  { rows, rowKey }: Rows<Row>,
  index: number,
): { from: number; to: number } | null {
  const same = rows[index]
  if (same !== undefined && rowKey(same, index) === rowKey(before[index]!, index))
    return { from: index, to: index }
  const around = Array.from({ length: NEIGHBOURS }, (_, step) =>
    step % 2 === 0 ? index - step / 2 : index + (step + 1) / 2,
  ).filter((each) => each >= 0 && each < before.length)
  const wanted = new Map(around.map((each) => [rowKey(before[each]!, each), each]))
  const found = new Map<number, number>()
  rows.forEach((row, to) => {
    const from = wanted.get(rowKey(row, to))
    if (from !== undefined) found.set(from, to)
  })
  const from = around.find((each) => found.has(each))
  return from === undefined ? null : { from, to: found.get(from)! }
}

const NO_SPACE: Scroll = { top: 0, before: 0, after: 0 }

class Pointer {
  private y: number | null = null

  moveTo(y: number | null): void {
    this.y = y
  }

  /** The pointer's offset in pixels below the table head, assuming that the head is at the top. */
  in({ element }: Scroller, headHeight: number): number | null {
    if (this.y === null) return null
    return this.y - element.getBoundingClientRect().top - element.clientTop - headHeight
  }

  get isElsewhere(): boolean {
    return this.y === null
  }
}

/** The virtualizer, whose scroll position is set here before the browser's scroll event sets it. */
interface Scrolled {
  scrollOffset: number | null
}

function drawAt(virtualizer: Scrolled, top: number): void {
  virtualizer.scrollOffset = top
}

interface Options<Row> {
  scroller: Scroller | null
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
  /** When this changes, no row is held; undefined: none is ever held. */
  foundBy: string | undefined
  rowHeight: number
  headHeight: number
  /** True while the list scrolls back to its remembered position. */
  isReturning: () => boolean
}

export function useScrollSpace() {
  const [space, setSpace] = useState(NO_SPACE)
  const [pointer] = useState(() => new Pointer())
  return { space, setSpace, pointer }
}

/**
 * Keeps the hovered or focused row in place, so that a click hits its target. Adds space if scrolling is not enough,
 * until the pointer leaves.
 */
export function useHoldRow<Row>(
  { space, setSpace, pointer }: ReturnType<typeof useScrollSpace>,
  virtualizer: Scrolled,
  { scroller, rows, rowKey, foundBy, rowHeight, headHeight, isReturning }: Options<Row>,
) {
  const [seen, setSeen] = useState({ rows, foundBy })
  const viewportOf = ({ element, origin }: Scroller) => ({
    ...space,
    top: element.scrollTop - origin,
    origin,
    rowHeight,
    height: element.clientHeight - headHeight,
  })

  // during render, because the document still has the old rows
  if (seen.rows !== rows) {
    setSeen({ rows, foundBy })
    if (foundBy !== seen.foundBy) setSpace(NO_SPACE)
    else if (scroller && foundBy !== undefined && !isReturning()) {
      const viewport = viewportOf(scroller)
      const focused = focusedIndex(scroller)
      const held = { viewport, count: seen.rows.length, pointer: pointer.in(scroller, headHeight), focused }
      const index = rowToHold(held)
      const kept = index === null ? null : nearestKept(seen.rows, { rows, rowKey }, index)
      if (kept && !(kept.from === kept.to && rows.length >= seen.rows.length)) {
        const exactly = !pointer.isElsewhere || focused !== null
        const offset = offsetOf(kept.from, viewport)
        const next = scrollToOffset(offset, kept.to, { count: rows.length, viewport, exactly })
        drawAt(virtualizer, next.top + scroller.origin)
        setSpace(next)
      }
    }
  }

  const scrollTo = useEffectEvent((top: number) => scroller?.element.scrollTo({ top: top + scroller.origin }))
  useLayoutEffect(() => {
    if (space !== NO_SPACE) scrollTo(space.top)
  }, [space])

  const release = () => {
    if (!scroller || (space.before === 0 && space.after === 0)) return
    const viewport = viewportOf(scroller)
    const offset = offsetOf(0, viewport)
    const next = scrollToOffset(offset, 0, { count: rows.length, viewport, exactly: false })
    drawAt(virtualizer, next.top + scroller.origin)
    setSpace(next)
  }

  return {
    onPointerMove: ({ clientY }: { clientY: number }) => pointer.moveTo(clientY),
    onPointerLeave: () => {
      pointer.moveTo(null)
      if (scroller && focusedIndex(scroller) === null) release()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (pointer.isElsewhere && !currentTarget.contains(relatedTarget)) release()
    },
  }
}

function focusedIndex({ element }: Scroller): number | null {
  const active = document.activeElement
  const row = active && element.contains(active) ? active.closest<HTMLElement>('tr[data-index]') : null
  return row ? Number(row.dataset['index']) : null
}
