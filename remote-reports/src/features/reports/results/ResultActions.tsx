import Button from '@mui/material/Button'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { ExportButtons } from '@console/shared-kernel/table'
import type { Search } from '../api'
import type { Cascade } from '../cascade/cascade'
import type { ReportDefinition } from '../definitions'
import { describeFilters, fileNameParts } from '../filters/describeFilters'
import type { ReportFiltersView } from '../filters/useReportFilters'
import type { ShownComparison } from './Comparison'
import { movementTable, totalTable } from './exportFile'
import type { ReportResult } from './reportResult'
import { useResultSort } from './ResultTable'

interface Props {
  definition: ReportDefinition
  search: Search
  view: ReportFiltersView
  cascade: Cascade
  result: ReportResult
  comparison: ShownComparison | null
}

/** Exports or prints all rows, not only the visible ones, as they are sorted on the screen. */
export function ResultActions({ definition, search: { filters }, view, cascade, result, comparison }: Props) {
  const name = fileNameParts(definition, filters, cascade)
  const words = describeFilters(filters, cascade)
  const { sort } = useResultSort(result.kind === 'totals' ? result.type.machines : result.type.columns)
  const described = { definition, name, words, sort }
  const table =
    result.kind === 'totals'
      ? totalTable({ ...described, result, comparison })
      : movementTable({ ...described, result })
  // the file includes the comparison, so it must be loaded
  const isReady = !view.changed && (comparison === null || comparison.before !== null)
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
