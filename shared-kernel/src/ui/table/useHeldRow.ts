import { useLayoutEffect, useState, type FocusEvent } from 'react'
import { placeOf, rowToHold, scrollToPlace, survivorOf, type Scroll } from './scrollAnchor'
import type { RowKey } from './useKeptPlace'

const NO_ROOM: Scroll = { top: 0, before: 0, after: 0 }

/** Where the pointer rests over rows, from the top of the window; null where it is elsewhere. */
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

/** The part of a virtualizer that gets a scroll position before the browser's event. */
interface Scrolled {
  scrollOffset: number | null
}

/** The rows that are drawn next are those of this place. */
function drawAt(virtualizer: Scrolled, top: number): void {
  virtualizer.scrollOffset = top
}

interface Options<Row> {
  frame: HTMLElement | null
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
  /** What the rows were found by: those that come by something else are not held. Undefined holds none. */
  foundBy: string | undefined
  rowHeight: number
  headHeight: number
  /** True while the list is being scrolled to where its user left it. */
  isReturning: () => boolean
}

/** The room around the rows, and what keeps one of them in its place; see `useHoldRow`. */
export function useRoom() {
  const [room, setRoom] = useState(NO_ROOM)
  const [pointer] = useState(() => new Pointer())
  return { room, setRoom, pointer }
}

/**
 * Keeps the row under the pointer, or with the focus, where it is on the screen while others come and go: what is
 * about to be clicked stays what it was. The list is scrolled for it before it is painted; where it cannot be, there
 * is room before or behind the rows until the pointer has left.
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

  // while it renders: the document is as it was, and the rows of the new place are drawn at once
  if (seen.rows !== rows) {
    setSeen({ rows, foundBy })
    // the room was made for other rows
    if (foundBy !== seen.foundBy) setRoom(NO_ROOM)
    else if (frame && foundBy !== undefined && !isReturning()) {
      const sight = sightOf(frame)
      const focused = focusedIndex(frame)
      const held = { sight, count: seen.rows.length, pointer: pointer.in(frame, headHeight), focused }
      const index = rowToHold(held)
      const survivor = index === null ? null : survivorOf(seen.rows, { rows, rowKey }, index)
      if (survivor && !(survivor.from === survivor.to && rows.length >= seen.rows.length)) {
        const exactly = !pointer.isElsewhere || focused !== null
        const place = placeOf(survivor.from, sight)
        const next = scrollToPlace(place, survivor.to, { count: rows.length, sight, exactly })
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
    const place = placeOf(0, sight)
    const next = scrollToPlace(place, 0, { count: rows.length, sight, exactly: false })
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

/** The row that has the focus, or in which something has it. */
function focusedIndex(frame: HTMLElement): number | null {
  const active = document.activeElement
  const row = active && frame.contains(active) ? active.closest<HTMLElement>('tr[data-index]') : null
  return row ? Number(row.dataset['index']) : null
}
