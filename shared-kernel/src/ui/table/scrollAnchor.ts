import type { RowKey } from './useKeptPosition'

/** In pixels, including the space before the first and after the last row. */
export interface Scroll {
  top: number
  before: number
  after: number
}

/** Rows of one height. */
export interface Sight extends Scroll {
  rowHeight: number
  /** Without the head. */
  height: number
}

/** Pixels below the head. */
export const offsetOf = (index: number, { top, before, rowHeight }: Sight): number =>
  before + index * rowHeight - top

interface Looking {
  sight: Sight
  count: number
  /** Pixels below the head; null while elsewhere. */
  pointer: number | null
  focused: number | null
}

/** The row under the pointer or with the focus; else the first visible one of a scrolled list, or null. */
export function rowToHold({ sight, count, pointer, focused }: Looking): number | null {
  const { top, before, rowHeight, height } = sight
  const isRow = (index: number) => index >= 0 && index < count
  const isInSight = (index: number) => {
    const offset = offsetOf(index, sight)
    return isRow(index) && offset > -rowHeight && offset < height
  }
  if (pointer !== null && pointer >= 0 && pointer < height) {
    const under = Math.floor((pointer + top - before) / rowHeight)
    if (isRow(under)) return under
  }
  if (focused !== null && isInSight(focused)) return focused
  const first = Math.ceil((top - before) / rowHeight)
  return top > 0 && isInSight(first) ? first : null
}

/** Scrolls the row to an offset; with `exactly`, adds space if scrolling is not enough. */
export function scrollToOffset(
  offset: number,
  index: number,
  { count, sight, exactly }: { count: number; sight: Sight; exactly: boolean },
): Scroll {
  const { rowHeight, height } = sight
  const wanted = index * rowHeight - offset
  const before = exactly ? Math.max(0, -wanted) : 0
  const after = exactly && wanted > 0 ? Math.max(0, wanted + height - count * rowHeight) : 0
  const most = Math.max(0, before + count * rowHeight + after - height)
  return { top: Math.min(Math.max(0, wanted), most), before, after }
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

/** Neighbours tried if the row is gone. */
const NEIGHBOURS = 40

/** The row to hold with its old and new index, or the nearest one that is left; null for none. */
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
