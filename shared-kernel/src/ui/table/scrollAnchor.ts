import type { RowKey } from './useKeptPlace'

/** How far a list is scrolled, and the room before its first and behind its last row, in pixels. */
export interface Scroll {
  top: number
  before: number
  after: number
}

/** Rows that lie below each other, all of one height, and how much of them is in sight. */
export interface Sight extends Scroll {
  rowHeight: number
  /** Of the frame, without its head. */
  height: number
}

/** How far below the head a row begins. */
export const placeOf = (index: number, { top, before, rowHeight }: Sight): number =>
  before + index * rowHeight - top

interface Looking {
  sight: Sight
  count: number
  /** How far below the head the pointer rests; null where it is elsewhere. */
  pointer: number | null
  /** The row that has the focus. */
  focused: number | null
}

/**
 * The row that is to stay where it is: under the pointer, or with the focus; else the first one in sight of a list
 * that is scrolled. Null where none is.
 */
export function rowToHold({ sight, count, pointer, focused }: Looking): number | null {
  const { top, before, rowHeight, height } = sight
  const isRow = (index: number) => index >= 0 && index < count
  const isInSight = (index: number) => {
    const place = placeOf(index, sight)
    return isRow(index) && place > -rowHeight && place < height
  }
  if (pointer !== null && pointer >= 0 && pointer < height) {
    const under = Math.floor((pointer + top - before) / rowHeight)
    if (isRow(under)) return under
  }
  if (focused !== null && isInSight(focused)) return focused
  const first = Math.ceil((top - before) / rowHeight)
  return top > 0 && isInSight(first) ? first : null
}

/**
 * How a list is scrolled so that the row at an index begins at a place. Where it cannot be scrolled so far, room is
 * made before or behind the rows if `exactly` there.
 */
export function scrollToPlace(
  place: number,
  index: number,
  { count, sight, exactly }: { count: number; sight: Sight; exactly: boolean },
): Scroll {
  const { rowHeight, height } = sight
  const wanted = index * rowHeight - place
  const before = exactly ? Math.max(0, -wanted) : 0
  const after = exactly && wanted > 0 ? Math.max(0, wanted + height - count * rowHeight) : 0
  const most = Math.max(0, before + count * rowHeight + after - height)
  return { top: Math.min(Math.max(0, wanted), most), before, after }
}

interface Rows<Row> {
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
}

/** Where a key is, first looked for at the index where it was; -1 where it is not. */
export function indexOfKey<Row>({ rows, rowKey }: Rows<Row>, key: RowKey, near: number): number {
  const row = rows[near]
  if (row !== undefined && rowKey(row, near) === key) return near
  return rows.findIndex((each, index) => rowKey(each, index) === key)
}

/** How many rows around one that is gone are tried instead of it. */
const NEIGHBOURS = 40

/**
 * The row to hold, as it was and as it is in the newer rows: itself, or where it is gone the nearest that is left.
 * Null where none is.
 */
export function survivorOf<Row>(
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
