import type { ReactNode } from 'react'
import type { ViewPart } from '../../client/useViewState'
import type { Sort } from '../../domain/sorting'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /**
   * The key is then also in the view's `sort`, and in what the rows are sorted by: for users and machines
   * `ListView` of `/core` names the keys.
   */
  sortable?: boolean
  align?: 'left' | 'right'
  /** In pixels; spare width is shared among the columns that grow. */
  minWidth: number
  /** In pixels. */
  maxWidth?: number
  /** Never grows. */
  fixed?: boolean
  /** Stays at this edge when the table scrolls. */
  pinned?: 'left' | 'right'
  /** Not printed. */
  screenOnly?: boolean
  tip?: (row: Row) => string
  /** In pixels, on paper, so that words are not broken. */
  printedWidth?: number
  /** Hidden in frames narrower than this, in pixels. */
  hideBelow?: number
  /** Hidden in frames at least this wide, in pixels. */
  hideFrom?: number
}

export const cellClass = <Row>({ align, pinned, screenOnly }: Column<Row>): string | undefined =>
  [align, pinned && `pinned-${pinned}`, screenOnly && 'screen-only'].filter(Boolean).join(' ') || undefined

export const nextSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** The sort as `sort` and `dir` of the address; `defaultKey` upwards for unknown columns. */
export function sortPart(defaultKey: string, keys: readonly string[]): ViewPart<Sort> {
  // the same objects, so that typing does not render the table's head
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
 * In pixels: spare width goes to columns by their minimum, up to their maximum; the sum may exceed the frame.
 */
export function columnWidths<Row>(columns: readonly Column<Row>[], frameWidth: number): number[] {
  const sum = (some: readonly Column<Row>[]) => some.reduce((total, { minWidth }) => total + minWidth, 0)
  let left = Math.max(0, frameWidth - sum(columns))
  let growing = columns.filter(({ fixed }) => !fixed)
  const full = new Map<Column<Row>, number>()
  const grown = ({ minWidth }: Column<Row>) => minWidth + Math.floor((left * minWidth) / sum(growing))
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

/** Whether pinned columns leave room to read the others; otherwise the left ones are not pinned. */
export function pinsLeft<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  frameWidth: number,
): boolean {
  const pinned = columns.reduce((sum, column, index) => sum + (column.pinned ? widths[index]! : 0), 0)
  return pinned <= frameWidth / 2
}
