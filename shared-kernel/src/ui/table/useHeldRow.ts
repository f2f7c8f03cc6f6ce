import { useLayoutEffect, useState, type FocusEvent } from 'react'
import { offsetOf, rowToHold, scrollToOffset, survivorOf, type Scroll } from './scrollAnchor'
import type { RowKey } from './useKeptPosition'

const NO_ROOM: Scroll = { top: 0, before: 0, after: 0 }

class Pointer {
  private y: number | null = null

  moveTo(y: number | null): void {
    this.y = y
  }

  /** In pixels below the head of the table. */
  in(frame: HTMLElement, headHeight: number): number | null {
    return this.y === null ? null : this.y - frame.getBoundingClientRect().top - frame.clientTop - headHeight
  }

  get isElsewhere(): boolean {
    return this.y === null
  }
}

/** The virtualizer: its scroll position is set here before the browser's event would. */
interface Scrolled {
  scrollOffset: number | null
}

function drawAt(virtualizer: Scrolled, top: number): void {
  virtualizer.scrollOffset = top
}

interface Options<Row> {
  frame: HTMLElement | null
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
  /** No row is held when this changes; undefined: none is ever held. */
  foundBy: string | undefined
  rowHeight: number
  headHeight: number
  /** While the list scrolls back to its remembered position. */
  isReturning: () => boolean
}

export function useRoom() {
  const [room, setRoom] = useState(NO_ROOM)
  const [pointer] = useState(() => new Pointer())
  return { room, setRoom, pointer }
}

/**
 * Keeps the row under the pointer or with the focus in place, so that a click hits its target. Adds space if
 * scrolling is not enough, until the pointer leaves.
 */
export function useHoldRow<Row>(
  { room, setRoom, pointer }: ReturnType<typeof useRoom>,
  virtualizer: Scrolled,
  { frame, rows, rowKey, foundBy, rowHeight, headHeight, isReturning }: Options<Row>,
) {
  const [seen, setSeen] = useState({ rows, foundBy })
  const sightOf = (element: HTMLElement) => ({
    ...room,
    top: element.scrollTop,
    rowHeight,
    height: element.clientHeight - headHeight,
  })

  // during render, because the document still has the old rows
  if (seen.rows !== rows) {
    setSeen({ rows, foundBy })
    if (foundBy !== seen.foundBy) setRoom(NO_ROOM)
    else if (frame && foundBy !== undefined && !isReturning()) {
      const sight = sightOf(frame)
      const focused = focusedIndex(frame)
      const held = { sight, count: seen.rows.length, pointer: pointer.in(frame, headHeight), focused }
      const index = rowToHold(held)
      const survivor = index === null ? null : survivorOf(seen.rows, { rows, rowKey }, index)
      if (survivor && !(survivor.from === survivor.to && rows.length >= seen.rows.length)) {
        const exactly = !pointer.isElsewhere || focused !== null
        const offset = offsetOf(survivor.from, sight)
        const next = scrollToOffset(offset, survivor.to, { count: rows.length, sight, exactly })
        drawAt(virtualizer, next.top)
        setRoom(next)
      }
    }
  }

  useLayoutEffect(() => {
    if (room !== NO_ROOM) frame?.scrollTo({ top: room.top })
  }, [room, frame])

  const release = () => {
    if (!frame || (room.before === 0 && room.after === 0)) return
    const sight = sightOf(frame)
    const offset = offsetOf(0, sight)
    const next = scrollToOffset(offset, 0, { count: rows.length, sight, exactly: false })
    drawAt(virtualizer, next.top)
    setRoom(next)
  }

  return {
    onPointerMove: ({ clientY }: { clientY: number }) => pointer.moveTo(clientY),
    onPointerLeave: () => {
      pointer.moveTo(null)
      if (frame && focusedIndex(frame) === null) release()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (pointer.isElsewhere && !currentTarget.contains(relatedTarget)) release()
    },
  }
}

function focusedIndex(frame: HTMLElement): number | null {
  const active = document.activeElement
  const row = active && frame.contains(active) ? active.closest<HTMLElement>('tr[data-index]') : null
  return row ? Number(row.dataset['index']) : null
}
