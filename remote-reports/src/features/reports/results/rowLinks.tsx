import type { MovementRow } from '@console/shared-kernel/contracts'
import { CellLink } from '@console/shared-kernel/table'
import type { MovementsType, ReportDefinition } from '../definitions'
import { resultQuery, type ReportFilters } from '../filters/filters'
import type { MachineSums } from './reportResult'
import type { CellLinks } from './resultCells'

/** A machine's name links to the machine, its number of movements to the report's first list of them. */
export function machineLinks(
  { queryTypes }: ReportDefinition,
  filters: ReportFilters,
): CellLinks<MachineSums> {
  const detail = queryTypes.find((type): type is MovementsType => type.kind === 'movements')
  return {
    name: ({ machineId }, text) => machineId !== null && <MachineLink search={machineId} text={text} />,
    ...(detail && {
      movements: ({ machineId, machineName }, text) =>
        machineId !== null && (
          <CellLink
            to={`?${resultQuery(detailOf(filters, detail, machineId))}`}
            text={text}
            tip={detail.name}
            label={`${text}, ${detail.name} of ${machineName}`}
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

const detailOf = (filters: ReportFilters, queryType: MovementsType, machine: string): ReportFilters => ({
  ...filters,
  selection: { ...filters.selection, machine },
  queryType,
})
