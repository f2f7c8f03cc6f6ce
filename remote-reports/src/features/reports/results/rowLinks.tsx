import { CellLink } from '@console/shared-kernel/table'
import type { ReportDefinition } from '../definitions'
import { answerQuery, type ReportFilters } from '../filters/filters'
import type { MachineSums } from './reportResult'
import type { CellLinks } from './tableColumns'

/** Where the cells of a machine lead: its name to the machine, its movements to their Detail. */
export function machineLinks(
  { queryTypes }: ReportDefinition,
  filters: ReportFilters,
): CellLinks<MachineSums> {
  const hasDetail = queryTypes.some(({ name, selectable }) => name === 'Detail' && selectable)
  return {
    name: ({ machineId }, text) =>
      machineId !== null && (
        <CellLink
          to={`/machines?${new URLSearchParams({ search: machineId })}`}
          text={text}
          tip="Machine"
          label={`${text}, machine`}
        />
      ),
    ...(hasDetail && {
      movements: ({ machineId, machineName }, text) =>
        machineId !== null && (
          <CellLink
            to={`?${answerQuery(detailOf(filters, machineId))}`}
            text={text}
            tip="Detail"
            label={`${text}, Detail of ${machineName}`}
          />
        ),
    }),
  }
}

const detailOf = (filters: ReportFilters, machine: string): ReportFilters => ({
  ...filters,
  selection: { ...filters.selection, machine },
  queryType: 'Detail',
})
