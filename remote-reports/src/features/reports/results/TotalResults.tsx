import { useMemo, type CSSProperties } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Theme } from '@mui/material/styles'
import type { ReportRow } from '@console/shared-kernel/contracts'
import type { Search } from '../api'
import type { ReportDefinition, ResultColumn } from '../definitions'
import { ChangeMark, Comparison, type ShownComparison } from './Comparison'
import type { Change, TotalsResult } from './reportResult'
import { ProfitCharts } from './ProfitCharts'
import { amountStyles, NARROW, ResultTable } from './ResultTable'
import { machineLinks } from './rowLinks'
import { formatValue, Value, neededWidths } from './resultCells'

interface Props {
  definition: ReportDefinition
  search: Search
  result: TotalsResult
  failed: boolean
  comparison: ShownComparison | null
}

export function TotalResults({ definition, search, result, failed, comparison }: Props) {
  const { type, total, machines } = result
  const columns = type.machines
  const widths = useMemo(() => neededWidths(columns, [...machines, total]), [columns, machines, total])
  const longest = longestFigure(type.total, total, widths)
  const links = useMemo(() => machineLinks(definition, search.filters), [definition, search])
  return (
    <Box sx={sideBySide(longest)}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Total
          columns={type.total}
          total={total}
          widths={widths}
          longest={longest}
          changes={comparison?.changes ?? null}
        />
        {machines.length === 0 && !failed && (
          <Typography sx={{ color: 'text.secondary' }}>
            No movements found for the selected filters
          </Typography>
        )}
        {comparison && <Comparison {...comparison} />}
      </Box>
      {machines.length > 0 && (
        <Box className="charts">
          <ProfitCharts definition={definition} search={search} machines={machines} />
        </Box>
      )}
      <ResultTable
        title="Total per machine"
        columns={columns}
        rows={machines}
        empty="No machine-specific data available"
        shares
        links={links}
        widths={widths}
      />
    </Box>
  )
}

/** In pixels. `AROUND` is the space around the figures of narrow columns. */
const CHART_WIDTH = 360
const GAP = 16
const AROUND = 110
/** In pixels; the figures must stay the most prominent part. */
const FIGURE = 22
/** Width of a digit, in em. */
const DIGIT = 0.55

/** The charts are to the right of both tables if the large figures still fit. */
const sideBySide = (longest: number) => ({
  display: 'grid',
  gap: `${GAP}px`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [`@container (min-width: ${Math.ceil(longest * DIGIT * FIGURE) + AROUND + GAP + CHART_WIDTH}px)`]: {
    gridTemplateColumns: `minmax(0, 1fr) ${CHART_WIDTH}px`,
    gridTemplateRows: 'auto 1fr',
    alignItems: 'start',
    '& > .charts': { gridArea: '1 / 2 / span 2 / 3' },
  },
})

/** As large as fits into the column. */
const figureSize = (around: number) =>
  `clamp(0.9375rem, calc((100cqi - ${around}px) / (var(--longest) * ${DIGIT})), 1.875rem)`

const FIGURES = ({ palette, spacing, shape, typography }: Theme) => ({
  containerType: 'inline-size' as const,
  // keeps the header, which is visually hidden on a phone, from widening the page
  position: 'relative' as const,
  border: `1px solid ${palette.divider}`,
  borderRadius: `${shape.borderRadius}px`,
  overflow: 'hidden',
  '& table': { width: '100%', tableLayout: 'fixed' as const, borderCollapse: 'collapse' as const },
  '& th': { ...typography.body2, color: palette.text.secondary, fontWeight: 500, height: 36 },
  '& th, & td': { padding: spacing(0, 2), textAlign: 'right' as const },
  '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' as const },
  // the first column is above the names of the machines
  '& th:first-of-type, & td:first-of-type': { textAlign: 'left' as const },
  '& .data td': {
    fontSize: figureSize(2 * AROUND),
    fontWeight: 500,
    lineHeight: 1.3,
    paddingBlock: spacing(0.5),
  },
  '& .change td': { ...typography.body2, paddingBottom: spacing(1) },
  [`@container (max-width: ${NARROW}px)`]: {
    '& th, & td': { paddingInline: spacing(1) },
    '& .data td': { fontSize: figureSize(AROUND) },
  },
  '@container (max-width: 599px)': {
    // visually hidden: each figure shows its own label
    '& thead': {
      position: 'absolute' as const,
      clipPath: 'inset(50%)',
      width: 1,
      height: 1,
      overflow: 'hidden',
    },
    '& table, & tbody': { display: 'grid' },
    '& tbody': { padding: spacing(1, 2) },
    '& tbody tr': { display: 'contents' },
    '& tbody td, & tbody td:first-of-type': {
      order: 'var(--order)',
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      padding: 0,
    },
    '& .data td': { fontSize: '1.5rem' },
    '& .data td::before': {
      content: 'attr(data-label) / ""',
      ...typography.body2,
      color: palette.text.secondary,
    },
    '& .change td, & .change td:first-of-type': { justifyContent: 'flex-end', paddingBottom: spacing(0.5) },
  },
  '@media print': { border: 0, containerType: 'normal' as const, '& .data td': { fontSize: '1.125rem' } },
})

/** In digits: the width of the table if every column were as tight as the tightest one. */
function longestFigure(
  columns: readonly ResultColumn<ReportRow>[],
  total: ReportRow,
  widths: readonly number[],
): number {
  const all = widths.reduce((sum, width) => sum + width, 0)
  const lengths = columns.map(
    ({ kind, read }, index) => (formatValue(kind, read(total)).length * all) / widths[index]!,
  )
  return Math.round(Math.max(...lengths) * 10) / 10
}

interface TotalProps {
  columns: readonly ResultColumn<ReportRow>[]
  total: ReportRow
  /** Of the columns of the table below. */
  widths: readonly number[]
  longest: number
  changes: readonly Change[] | null
}

/** The columns are aligned with those of the machines below. */
function Total({ columns, total, widths, longest, changes }: TotalProps) {
  const all = widths.reduce((sum, width) => sum + width, 0)
  const orderOf = (index: number) => ({ '--order': index }) as CSSProperties
  return (
    <Box component="section" sx={amountStyles}>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        Total
      </Typography>
      <Box sx={FIGURES} style={{ '--longest': longest } as CSSProperties}>
        {/* explicit roles, because `display: grid` removes the implicit ones */}
        <table role="table" aria-label="Total">
          <colgroup>
            {columns.map(({ key }, index) => (
              <col key={key} style={{ width: `${(widths[index]! / all) * 100}%` }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ key, header }) => (
                <th key={key} role="columnheader" scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            <tr role="row" className="data">
              {columns.map(({ key, header, kind, read }, index) => (
                <td key={key} role="cell" data-label={header} style={orderOf(index)}>
                  <Value kind={kind} value={read(total)} />
                </td>
              ))}
            </tr>
            {changes && (
              <tr role="row" className="change">
                {changes.map((change, index) => (
                  <td key={change.column.key} role="cell" style={orderOf(index)}>
                    <ChangeMark change={change} />
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </Box>
    </Box>
  )
}
