import { memo, type JSX } from 'react'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { Sort } from '../../domain/sorting'
import { cellClass, type Column } from './columns'
import { nextSort } from './sort'

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
