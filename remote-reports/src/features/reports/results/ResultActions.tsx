import Button from '@mui/material/Button'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { ExportButtons } from '@console/shared-kernel/table'
import type { Search } from '../api'
import { chosenAbove } from '../cascade/cascade'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { describeFilters, fileNameParts } from '../filters/describeFilters'
import type { ReportFiltersView } from '../filters/useReportFilters'
import type { ShownComparison } from './useComparison'
import { branchTotals } from './branchTotals'
import { movementTable, totalTable } from './exportFile'
import type { ReportResult } from './reportResult'
import { hasMachineIds, useHierarchy } from './useHierarchy'
import { useResultSort } from './useResultSort'

interface Props {
  definition: ReportDefinition
  search: Search
  view: ReportFiltersView
  hierarchy: LoadedCascade
  result: ReportResult
  comparison: ShownComparison | null
}

/** Exports or prints all rows, not only the visible ones, as they are sorted on the screen. */
export function ResultActions({
  definition,
  search: { filters },
  view,
  hierarchy,
  result,
  comparison,
}: Props) {
  const { cascade } = hierarchy
  const name = fileNameParts(definition, filters, cascade)
  const words = describeFilters(filters, cascade)
  const { sort } = useResultSort(result.kind === 'totals' ? result.type.machines : result.type.columns)
  const described = { definition, name, words, sort }
  const known = useHierarchy(hierarchy, result)
  const top = chosenAbove(filters.selection, 'machine')
  const table =
    result.kind === 'totals'
      ? totalTable({
          ...described,
          result,
          comparison,
          branches: known ? branchTotals(result.machines, known, top) : [],
        })
      : movementTable({ ...described, result })
  // the file includes the branches and the comparison, so they must be loaded
  const lacksBranches = hierarchy.loading && hasMachineIds(result)
  const isReady = !view.changed && !lacksBranches && (comparison === null || comparison.before !== null)
  return (
    <>
      <ExportButtons {...table} dated ready={isReady} />
      <Button
        size="small"
        color="inherit"
        startIcon={<PrintIcon />}
        disabled={!isReady || table.rows.length === 0}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </>
  )
}
