import type { ReactNode } from 'react'

export type SortDirection = 'asc' | 'desc'

export interface Sort {
  key: string
  direction: SortDirection
}

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'left' | 'right'
  /** Any CSS width; columns without one share what is left. */
  width?: string
  /** Left out on screens narrower than this. */
  hideBelow?: 'sm' | 'md'
}

/** A click on the active column turns it round; any other column starts upwards. */
export const nextSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
})
