import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { Column } from '../src/ui/table/columns'
import { DataTable, type DataTableProps } from '../src/ui/table/DataTable'
import { renderPart } from './render'

export interface Person {
  id: number
  name: string
}

export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `person ${index + 1}` }))

export const COLUMNS: Column<Person>[] = [
  { key: 'name', header: 'Name', sortable: true, minWidth: 120, cell: ({ name }) => name },
  {
    key: 'id',
    header: 'Number',
    sortable: true,
    align: 'right',
    minWidth: 80,
    hideBelow: 400,
    cell: ({ id }) => id,
  },
  { key: 'note', header: 'Note', minWidth: 100, hideBelow: 600, cell: () => 'n' },
  {
    key: 'actions',
    header: 'Actions',
    minWidth: 100,
    fixed: true,
    cell: ({ id }) => <button>{`Open ${id}`}</button>,
  },
]

export const tableOnly = (over: Partial<DataTableProps<Person>> = {}) => (
  <DataTable label="People" columns={COLUMNS} rows={people(3)} rowKey={({ id }) => id} {...over} />
)
export const table = (over?: Partial<DataTableProps<Person>>) => (
  <MemoryRouter>{tableOnly(over)}</MemoryRouter>
)
export const show = (over?: Partial<DataTableProps<Person>>) => renderPart(table(over))

export const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) })
