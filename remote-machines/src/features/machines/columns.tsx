import Typography from '@mui/material/Typography'
import { type CsvColumn, formatUsd } from '@console/shared-kernel/domain'
import { centsToWire, type Machine } from '@console/shared-kernel/contracts'
import { actionColumns, CellChip, type Column, type RowAction } from '@console/shared-kernel/table'
import { machineLabel } from './bulk/machineLabel'
import { hintOf } from './model'
import { Profit } from './Profit'

/** @param query what was searched for: a row that a column does not show to match says where it does */
export const machineColumns = (
  actionsOf: (machine: Machine) => RowAction[],
  most: number,
  query: string,
): Column<Machine>[] => [
  {
    key: 'userName',
    header: 'Client Name',
    sortable: true,
    minWidth: 128,
    cell: (machine) => <Owner userName={machine.userName} hint={hintOf(machine, query)} />,
  },
  {
    key: 'credit',
    header: 'Credit',
    sortable: true,
    align: 'right',
    minWidth: 128,
    cell: (machine) => formatUsd(machine.creditCents),
  },
  {
    key: 'serviceMode',
    header: 'Service',
    sortable: true,
    minWidth: 112,
    hideBelow: 596,
    cell: (machine) => (
      <CellChip
        tone={machine.serviceMode ? 'error' : 'success'}
        label={machine.serviceMode ? 'Enabled' : 'Disabled'}
      />
    ),
  },
  {
    key: 'profit',
    header: 'Profit',
    sortable: true,
    align: 'right',
    minWidth: 136,
    hideBelow: 484,
    cell: (machine) => <Profit cents={machine.profitCents} />,
  },
  ...actionColumns<Machine>({
    name: machineLabel,
    actionsOf,
    most,
    buttonsFrom: 704,
  }),
]

/** Dollars, and below all rows their sum. */
const amount = (header: string, centsOf: (machine: Machine) => number): CsvColumn<Machine> => ({
  header,
  format: '#,##0.00',
  value: (machine) => centsToWire(centsOf(machine)),
  total: (machines) => centsToWire(machines.reduce((sum, machine) => sum + centsOf(machine), 0)),
})

export const CSV_COLUMNS: CsvColumn<Machine>[] = [
  { header: 'Machine ID', value: (machine) => machine.id },
  { header: 'Machine', value: (machine) => machine.name },
  { header: 'Client Name', value: (machine) => machine.userName },
  amount('Credit', (machine) => machine.creditCents),
  { header: 'Service', value: (machine) => (machine.serviceMode ? 'Enabled' : 'Disabled') },
  amount('Profit', (machine) => machine.profitCents),
  { header: 'Blocked', value: (machine) => (machine.blocked ? 'Yes' : 'No') },
  { header: 'Status', value: (machine) => machine.status },
]

function Owner({ userName, hint }: { userName: string; hint: string | null }) {
  if (hint === null) return userName
  return (
    <>
      {userName}
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {hint}
      </Typography>
    </>
  )
}
