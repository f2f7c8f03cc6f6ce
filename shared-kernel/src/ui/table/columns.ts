import type { ReactNode } from 'react'
import type { ViewPart } from '../../client/useViewState'
import type { Sort } from '../../domain/sorting'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'left' | 'right'
  /** In pixels. What a frame has beyond the sum of these is shared among the columns that grow. */
  minWidth: number
  /** In pixels: what more there is goes to the columns without one. */
  maxWidth?: number
  /** True for a column that gains nothing by being wider than its minimum. */
  fixed?: boolean
  /** Stays in sight at this edge where the table is wider than its frame. */
  pinned?: 'left' | 'right'
  /** Not printed: there is nothing to press on paper. */
  screenOnly?: boolean
  /** Said of a cell where the pointer rests on it. */
  tip?: (row: Row) => string
  /** In pixels, what it gets on paper at least: words that fit are not broken there. */
  printedWidth?: number
  /** Left out where the table's frame is narrower than this, in pixels. */
  hideBelow?: number
  /** Left out where the frame is at least this wide. */
  hideFrom?: number
}

export const cellClass = <Row>({ align, pinned, screenOnly }: Column<Row>): string | undefined =>
  [align, pinned && `pinned-${pinned}`, screenOnly && 'screen-only'].filter(Boolean).join(' ') || undefined

/** A click on the active column turns it round; any other column starts upwards. */
export const nextSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
})

/**
 * The sort of a list, as `sort` and `dir` of the address. An unknown column gives the default.
 *
 * @param defaultKey sorted by where the address names nothing; upwards
 * @param keys of all columns that sort
 */
export function sortPart(defaultKey: string, keys: readonly string[]): ViewPart<Sort> {
  // the same objects always: a letter typed leaves the table's head alone
  const sorts = [defaultKey, ...keys].flatMap((key): Sort[] => [
    { key, direction: 'asc' },
    { key, direction: 'desc' },
  ])
  return {
    read: (params) => {
      const key = params.get('sort') ?? defaultKey
      const direction = params.get('dir') === 'desc' ? 'desc' : 'asc'
      return sorts.find((sort) => sort.key === key && sort.direction === direction) ?? sorts[0]!
    },
    write: ({ key, direction }) => ({
      sort: key === defaultKey ? null : key,
      dir: direction === 'asc' ? null : direction,
    }),
  }
}

/**
 * The width of each column, in pixels: its minimum, and of what is left over a share in proportion to
 * that, up to its maximum. Together they are wider than the frame where it is too narrow: it scrolls then.
 */
export function columnWidths<Row>(columns: readonly Column<Row>[], frameWidth: number): number[] {
  const sum = (some: readonly Column<Row>[]) => some.reduce((total, { minWidth }) => total + minWidth, 0)
  let left = Math.max(0, frameWidth - sum(columns))
  let growing = columns.filter(({ fixed }) => !fixed)
  const full = new Map<Column<Row>, number>()
  const grown = ({ minWidth }: Column<Row>) => minWidth + Math.floor((left * minWidth) / sum(growing))
  // what one leaves may bring another one to its maximum
  for (;;) {
    const reached = growing.filter(
      (column) => column.maxWidth !== undefined && grown(column) > column.maxWidth,
    )
    if (reached.length === 0) break
    for (const column of reached) {
      full.set(column, column.maxWidth!)
      left -= column.maxWidth! - column.minWidth
    }
    growing = growing.filter((column) => !full.has(column))
  }
  return columns.map((column) => full.get(column) ?? (column.fixed ? column.minWidth : grown(column)))
}

/** Whether the pinned columns leave the others enough to be read next to them; the left ones give way otherwise. */
export function pinsLeft<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  frameWidth: number,
): boolean {
  const pinned = columns.reduce((sum, column, index) => sum + (column.pinned ? widths[index]! : 0), 0)
  return pinned <= frameWidth / 2
}
