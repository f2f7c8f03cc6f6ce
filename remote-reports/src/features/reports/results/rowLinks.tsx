import type { MovementRow } from '@console/shared-kernel/contracts'
import { CellLink } from '@console/shared-kernel/table'
import type { MovementsType, ReportDefinition } from '../definitions'
import { resultQuery, type ReportFilters } from '../filters/filters'
import type { MachineSums } from './reportResult'
import type { CellLinks } from './resultCells'

/**
 * A machine's name opens its panel over the report; its movement count links to the report's first list of
 * movements, on the same days.
 */
export function machineLinks(
  { queryTypes }: ReportDefinition,
  filters: ReportFilters,
): CellLinks<MachineSums> {
  const detail = queryTypes.find((type): type is MovementsType => type.kind === 'movements')
  return {
    name: ({ machineId }, text) =>
      machineId !== null && <MachineLink search={machineId} text={text} opens={machineId} />,
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

interface MachineLinkProps {
  /** Finds the machine in Managed Machines. */
  search: string
  text: string
  /** The machine's id, if it is known: names are not unique. */
  opens?: string
}

const MachineLink = ({ search, text, opens }: MachineLinkProps) => (
  <CellLink
    to={`/machines?${new URLSearchParams({ search })}`}
    text={text}
    tip="Machine"
    label={`${text}, machine`}
    opens={opens === undefined ? undefined : { kind: 'machine', id: opens }}
  />
)

const detailOf = (filters: ReportFilters, queryType: MovementsType, machine: string): ReportFilters => ({
  ...filters,
  selection: { ...filters.selection, machine },
  queryType,
})
