import { type JSX, memo } from 'react'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { Sort } from '../../domain/sorting'
import { cellClass, type Column } from './columns'
import type { ViewPart } from '../../client/useViewState'

interface Props<Row> {
  columns: Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

function PlainHeader<Row>({ columns, sort, onSort }: Props<Row>) {
  return (
    <TableHead role="rowgroup">
      <TableRow role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const active = sort?.key === column.key
          const canSort = column.sortable && sort && onSort
          return (
            <TableCell
              key={column.key}
              align={column.align ?? 'left'}
              role="columnheader"
              className={cellClass(column) ?? ''}
              {...(column.sortable && sort && { 'aria-sort': active ? ARIA_SORT[sort.direction] : 'none' })}
            >
              {canSort ? (
                <TableSortLabel
                  component="button"
                  active={active}
                  direction={active ? sort.direction : 'asc'}
                  onClick={() => onSort(nextSort(sort, column.key))}
                >
                  {column.header}
                </TableSortLabel>
              ) : (
                column.header
              )}
            </TableCell>
          )
        })}
      </TableRow>
    </TableHead>
  )
}

// memoised, because typing changes only the rows; memo() drops the type parameter
export const TableHeader = memo(PlainHeader) as <Row>(props: Props<Row>) => JSX.Element

export const nextSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** Keeps the sort as `sort` and `dir` in the address; unknown columns give `defaultKey` ascending. */
export function sortPart<Key extends string>(defaultKey: Key, keys: readonly Key[]): ViewPart<Sort> {
  // stable objects, so that typing does not re-render the table head
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
