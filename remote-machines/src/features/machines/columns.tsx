import { currentConnection, type SortKeys } from '@console/shared-kernel/core'
import { formatUsd } from '@console/shared-kernel/domain'
import { centsToWire, type Machine } from '@console/shared-kernel/contracts'
import { formatDateTime } from '@console/shared-kernel/rules'
import {
  CellChip,
  type ListColumn,
  listColumns,
  type RowAction,
  sortKeys,
} from '@console/shared-kernel/table'
import { machineLabel, connectionOf } from './model'
import { MachineName, Profit } from './cells'

/** What the cells need besides the row. */
interface Marks {
  /** The search: a row without a visible match shows the field that matches. */
  query: string
  isOwnerBlocked: (machine: Machine) => boolean
  needsAttention: (machine: Machine) => boolean
}

/** Exported files show the amount in dollars, with a total. */
const amount = (centsOf: (machine: Machine) => number): ListColumn<Machine>['file'] => ({
  format: '#,##0.00',
  value: (machine) => centsToWire(centsOf(machine)),
  total: (machines) => centsToWire(machines.reduce((sum, machine) => sum + centsOf(machine), 0)),
})

const columns = ({
  query,
  isOwnerBlocked,
  needsAttention,
}: Marks): ListColumn<Machine, SortKeys['machines']>[] => [
  { header: 'Machine ID', file: (machine) => machine.id },
  { header: 'Machine', file: (machine) => machine.name },
  {
    key: 'userName',
    header: 'Client Name',
    sortable: true,
    minWidth: 200,
    maxWidth: 420,
    skeleton: 'two-lines',
    cell: (machine) => (
      <MachineName
        machine={machine}
        ownerBlocked={isOwnerBlocked(machine)}
        needsAttention={needsAttention(machine)}
        query={query}
      />
    ),
    narrow: { line: 'both', at: 1, width: 'minmax(0, 1fr)' },
    file: (machine) => machine.userName,
  },
  {
    key: 'credit',
    header: 'Credit',
    sortable: true,
    align: 'right',
    minWidth: 112,
    maxWidth: 180,
    cell: (machine) => <span data-label="Credit">{formatUsd(machine.creditCents)}</span>,
    narrow: { line: 1, at: [2, 3] },
    file: amount((machine) => machine.creditCents),
  },
  {
    key: 'serviceMode',
    header: 'Service',
    sortable: true,
    minWidth: 104,
    maxWidth: 180,
    skeleton: 'chip',
    cell: (machine) => (
      <span data-label="Service" className={machine.serviceMode ? undefined : 'usual'}>
        <CellChip tone={machine.serviceMode ? 'error' : 'success'} label={serviceOf(machine)} />
      </span>
    ),
    narrow: { line: 2, at: 2, width: 'auto' },
    file: serviceOf,
  },
  {
    key: 'profit',
    header: 'Profit',
    sortable: true,
    align: 'right',
    minWidth: 112,
    maxWidth: 180,
    cell: (machine) => <Profit cents={machine.profitCents} />,
    narrow: { line: 2, at: 3, width: 'auto' },
    file: amount((machine) => machine.profitCents),
  },
  {
    key: 'location',
    header: 'Location',
    optional: true,
    minWidth: 128,
    maxWidth: 260,
    cell: ({ location }) => location ?? 'N/A',
  },
  {
    key: 'lastConnection',
    header: 'Last connection',
    optional: true,
    minWidth: 172,
    maxWidth: 220,
    cell: ({ lastConnection }) => formatDateTime(lastConnection, currentConnection().timeZone),
  },
  { header: 'Blocked', file: (machine) => (machine.blocked ? 'Yes' : 'No') },
  { header: 'Status', file: (machine) => machine.status },
  { header: 'Connection', file: connectionOf },
  { header: 'Owner blocked', file: (machine) => (isOwnerBlocked(machine) ? 'Yes' : 'No') },
]

const serviceOf = ({ serviceMode }: Machine): string => (serviceMode ? 'Enabled' : 'Disabled')

const isNot = () => false
/** What the list can be sorted by. */
export const MACHINE_SORTS = sortKeys(columns({ query: '', isOwnerBlocked: isNot, needsAttention: isNot }))

interface Options extends Marks {
  actionsOf: (machine: Machine) => RowAction[]
  /** The maximum number of actions in a row. */
  maxActions: number
  /** Keys of optional columns. */
  chosen: readonly string[]
}

export const machineColumns = (options: Options) =>
  listColumns(columns(options), { name: machineLabel, ...options })
