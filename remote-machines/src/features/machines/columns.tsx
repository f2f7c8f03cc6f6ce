import { type CsvColumn, formatUsd } from '@console/shared-kernel/domain'
import { centsToWire, type Machine } from '@console/shared-kernel/contracts'
import {
  actionColumns,
  CellChip,
  type Column,
  type FoldedRows,
  type RowAction,
} from '@console/shared-kernel/table'
import { machineLabel, connectionOf } from './model'
import { MachineName } from './MachineName'
import { Profit } from './Profit'

export type IsOwnerBlocked = (machine: Machine) => boolean

/** @param query the search: a row without a visible match shows the field that matches */
export const machineColumns = (
  actionsOf: (machine: Machine) => RowAction[],
  most: number,
  query: string,
  isOwnerBlocked: IsOwnerBlocked,
): Column<Machine>[] => [
  {
    key: 'userName',
    header: 'Client Name',
    sortable: true,
    minWidth: 200,
    cell: (machine) => <MachineName machine={machine} ownerBlocked={isOwnerBlocked(machine)} query={query} />,
  },
  {
    key: 'credit',
    header: 'Credit',
    sortable: true,
    align: 'right',
    minWidth: 112,
    maxWidth: 176,
    cell: (machine) => <span data-label="Credit">{formatUsd(machine.creditCents)}</span>,
  },
  {
    key: 'serviceMode',
    header: 'Service',
    sortable: true,
    minWidth: 104,
    maxWidth: 160,
    cell: (machine) => (
      <span data-label="Service">
        <CellChip
          tone={machine.serviceMode ? 'error' : 'success'}
          label={machine.serviceMode ? 'Enabled' : 'Disabled'}
        />
      </span>
    ),
  },
  {
    key: 'profit',
    header: 'Profit',
    sortable: true,
    align: 'right',
    minWidth: 112,
    maxWidth: 176,
    cell: (machine) => <Profit cents={machine.profitCents} />,
  },
  ...actionColumns<Machine>({
    name: machineLabel,
    actionsOf,
    most,
    buttonsFrom: 664,
  }),
]

export const NARROW_ROWS: FoldedRows = {
  below: 620,
  lines: ['userName credit credit', 'userName serviceMode profit'],
  places: 'minmax(0, 1fr) auto auto',
}

/** Dollars, with a total. */
const amount = (header: string, centsOf: (machine: Machine) => number): CsvColumn<Machine> => ({
  header,
  format: '#,##0.00',
  value: (machine) => centsToWire(centsOf(machine)),
  total: (machines) => centsToWire(machines.reduce((sum, machine) => sum + centsOf(machine), 0)),
})

export const csvColumns = (isOwnerBlocked: IsOwnerBlocked): CsvColumn<Machine>[] => [
  { header: 'Machine ID', value: (machine) => machine.id },
  { header: 'Machine', value: (machine) => machine.name },
  { header: 'Client Name', value: (machine) => machine.userName },
  amount('Credit', (machine) => machine.creditCents),
  { header: 'Service', value: (machine) => (machine.serviceMode ? 'Enabled' : 'Disabled') },
  amount('Profit', (machine) => machine.profitCents),
  { header: 'Blocked', value: (machine) => (machine.blocked ? 'Yes' : 'No') },
  { header: 'Status', value: (machine) => machine.status },
  { header: 'Connection', value: connectionOf },
  { header: 'Owner blocked', value: (machine) => (isOwnerBlocked(machine) ? 'Yes' : 'No') },
]
