import type { MovementRow } from '@console/shared-kernel/contracts'
import { CellLink } from '@console/shared-kernel/table'
import type { ReportDefinition } from '../definitions'
import { resultQuery, type ReportFilters } from '../filters/filters'
import type { MachineSums } from './reportResult'
import type { CellLinks } from './resultCells'

/** A machine's name links to the machine, its movements to their Detail. */
export function machineLinks(
  { queryTypes }: ReportDefinition,
  filters: ReportFilters,
): CellLinks<MachineSums> {
  const hasDetail = queryTypes.some(({ name, selectable }) => name === 'Detail' && selectable)
  return {
    name: ({ machineId }, text) => machineId !== null && <MachineLink search={machineId} text={text} />,
    ...(hasDetail && {
      movements: ({ machineId, machineName }, text) =>
        machineId !== null && (
          <CellLink
            to={`?${resultQuery(detailOf(filters, machineId))}`}
            text={text}
            tip="Detail"
            label={`${text}, Detail of ${machineName}`}
          />
        ),
    }),
  }
}

/** Movements have the machine's name, but not its id. */
export const movementLinks: CellLinks<MovementRow> = {
  machine: ({ machine }, text) => machine !== '' && <MachineLink search={machine} text={text} />,
}

const MachineLink = ({ search, text }: { search: string; text: string }) => (
  <CellLink
    to={`/machines?${new URLSearchParams({ search })}`}
    text={text}
    tip="Machine"
    label={`${text}, machine`}
  />
)

const detailOf = (filters: ReportFilters, machine: string): ReportFilters => ({
  ...filters,
  selection: { ...filters.selection, machine },
  queryType: 'Detail',
})
