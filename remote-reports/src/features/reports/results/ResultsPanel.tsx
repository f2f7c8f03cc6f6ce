import { useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { CentredSpinner } from '@console/shared-kernel/core'
import type { Cascade } from '../cascade/cascade'
import type { ReportDefinition } from '../definitions'
import { describeFilters, summarizeFilters } from '../filters/describeFilters'
import type { ReportFilters } from '../filters/filters'
import { ExportButtons } from './ExportButtons'
import { toExportedTable, type ExportedTable } from './exportFile'
import type { Outcome } from './outcome'
import { machineColumns, movementColumns } from './resultColumns'
import { ResultTable } from './ResultTable'
import { TotalResults } from './TotalResults'

interface Props {
  definition: ReportDefinition
  /** What was searched for, which the filters on show may no longer be. */
  filters: ReportFilters
  cascade: Cascade
  /** Null while the answer is on its way. */
  outcome: Outcome | null
  failed: boolean
  onCancel: () => void
  onRetry: () => void
}

export function ResultsPanel(props: Props) {
  const { definition, filters, cascade, outcome, failed, onCancel, onRetry } = props
  const [compared, setCompared] = useState(false)
  const comparable = outcome?.kind === 'total' && !failed

  return (
    <Paper
      component="section"
      aria-label="Results"
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        '@media print': { p: 0, border: 0, boxShadow: 'none' },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h2">Results</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {summarizeFilters(filters, cascade)}
          </Typography>
        </Box>
        {outcome && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, displayPrint: 'none' }}>
            {comparable && (
              <Button size="small" onClick={() => setCompared(!compared)}>
                {compared ? 'Hide comparison' : 'Compare with the previous period'}
              </Button>
            )}
            <Exports {...props} outcome={outcome} />
          </Stack>
        )}
      </Stack>
      {failed && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography sx={{ color: 'text.secondary' }}>The search failed: there are no results.</Typography>
          <Button size="small" onClick={onRetry}>
            Reintentar
          </Button>
        </Stack>
      )}
      {!outcome && (
        <Box sx={{ textAlign: 'center', pb: 2 }}>
          <CentredSpinner label="Searching" />
          <Button onClick={onCancel}>Cancel search</Button>
        </Box>
      )}
      {outcome?.kind === 'total' && (
        <TotalResults
          definition={definition}
          filters={filters}
          outcome={outcome}
          failed={failed}
          compared={compared && comparable}
        />
      )}
      {outcome?.kind === 'movements' && <Movements filters={filters} outcome={outcome} failed={failed} />}
    </Paper>
  )
}

interface MovementsProps {
  filters: ReportFilters
  outcome: Extract<Outcome, { kind: 'movements' }>
  failed: boolean
}

function Movements({ filters, outcome, failed }: MovementsProps) {
  const columns = useMemo(() => movementColumns(filters.queryType), [filters.queryType])
  return (
    <ResultTable
      title={filters.queryType}
      columns={columns}
      rows={outcome.movements}
      empty={failed ? '' : 'No movements found for the selected filters'}
    />
  )
}

function Exports({ definition, filters, cascade, outcome }: Props & { outcome: Outcome }) {
  const table = useMemo((): ExportedTable => {
    const words = describeFilters(filters, cascade)
    return outcome.kind === 'total'
      ? toExportedTable(definition.title, words, machineColumns(definition), outcome.machines)
      : toExportedTable(definition.title, words, movementColumns(filters.queryType), outcome.movements)
  }, [definition, filters, cascade, outcome])
  return <ExportButtons table={table} />
}
