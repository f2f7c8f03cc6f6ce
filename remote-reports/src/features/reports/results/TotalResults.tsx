import { useMemo } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReportRow } from '@console/shared-kernel/contracts'
import { DataTable } from '@console/shared-kernel/table'
import type { ReportDefinition } from '../definitions'
import type { ReportFilters } from '../filters/filters'
import { Comparison } from './Comparison'
import type { Outcome } from './outcome'
import { ProfitCharts } from './ProfitCharts'
import { machineColumns, totalColumns } from './resultColumns'
import { amountStyles, ResultTable } from './ResultTable'
import { toTableColumns } from './tableColumns'

const ONLY_ROW = 'total'

interface Props {
  definition: ReportDefinition
  filters: ReportFilters
  outcome: Extract<Outcome, { kind: 'total' }>
  failed: boolean
  compared: boolean
}

/** Sums of all machines, a picture of them, and the sums of each. */
export function TotalResults({ definition, filters, outcome, failed, compared }: Props) {
  const { total, machines } = outcome
  const columns = useMemo(() => machineColumns(definition), [definition])
  return (
    <>
      <Total definition={definition} total={total} />
      {machines.length === 0 && !failed && (
        <Typography sx={{ color: 'text.secondary' }}>No movements found for the selected filters</Typography>
      )}
      {compared && <Comparison definition={definition} filters={filters} total={total} />}
      {machines.length > 0 && <ProfitCharts definition={definition} filters={filters} machines={machines} />}
      <ResultTable
        title="Total per machine"
        columns={columns}
        rows={machines}
        empty="No machine-specific data available"
        shares
      />
    </>
  )
}

function Total({ definition, total }: { definition: ReportDefinition; total: ReportRow }) {
  const columns = useMemo(() => toTableColumns(totalColumns(definition), [total]), [definition, total])
  return (
    <Box
      component="section"
      // in sight while the machines go by
      sx={[
        amountStyles,
        { position: { md: 'sticky' }, top: 0, zIndex: 4, bgcolor: 'background.paper', py: 1 },
      ]}
    >
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        Total
      </Typography>
      <DataTable label="Total" columns={columns} rows={[total]} rowKey={() => ONLY_ROW} maxHeight="none" />
    </Box>
  )
}
