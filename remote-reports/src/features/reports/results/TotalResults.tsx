import { useMemo, type CSSProperties } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { alpha, type Theme } from '@mui/material/styles'
import type { ReportRow } from '@console/shared-kernel/contracts'
import type { Search } from '../api'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition, ResultColumn } from '../definitions'
import { BranchTotals } from './BranchTotals'
import { ChangeMark, Comparison, hasChange } from './Comparison'
import type { Change, TotalsResult } from './reportResult'
import { ProfitCharts } from './ProfitCharts'
import { useHierarchy } from './useHierarchy'
import { amountStyles, ResultTable } from './ResultTable'
import { machineLinks } from './rowLinks'
import { formatValue, Value, neededWidths } from './resultCells'
import type { ShownComparison } from './useComparison'

interface Props {
  definition: ReportDefinition
  search: Search
  hierarchy: LoadedCascade
  result: TotalsResult
  failed: boolean
  comparison: ShownComparison | null
}

export function TotalResults({ definition, search, hierarchy, result, failed, comparison }: Props) {
  const { type, total, machines } = result
  const columns = type.machines
  const widths = useMemo(() => neededWidths(columns, [...machines, total]), [columns, machines, total])
  const links = useMemo(() => machineLinks(definition, search.filters), [definition, search])
  return (
    <Box sx={SIDE_BY_SIDE}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'minmax(0, 1fr)',
          // the zeros of a failed search are not results
          ...(failed && { '& td': { color: 'text.secondary' } }),
        }}
      >
        <Total columns={type.total} total={total} changes={comparison?.changes ?? null} />
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
      <Branches search={search} hierarchy={hierarchy} result={result} />
    </Box>
  )
}

/** Shown if the rows name their machines and the tree is known. */
function Branches({ search, hierarchy, result }: Pick<Props, 'search' | 'hierarchy' | 'result'>) {
  const known = useHierarchy(hierarchy, result)
  return (
    known && <BranchTotals search={search} result={result} cascade={hierarchy.cascade} hierarchy={known} />
  )
}

/** In pixels. */
const CHART_WIDTH = 360

/** Puts the charts to the right of both tables if the large figures still fit. */
const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 1400px)': {
    gridTemplateColumns: `minmax(0, 1fr) ${CHART_WIDTH}px`,
    gridTemplateRows: 'auto 1fr',
    alignItems: 'start',
    '& > .charts': { gridArea: '1 / 2 / span 2 / 3' },
  },
}

/** In pixels, on both sides of a figure. */
const CELL_PADDING = 16
/** Width of a digit, in em. */
const DIGIT = 0.58

/** The largest font size at which the row's longest figure fits its cell. */
const figureSize = (cells: string) =>
  `clamp(0.875rem, calc((100cqi / ${cells} - ${2 * CELL_PADDING}px) / (var(--longest) * ${DIGIT})), 1.75rem)`

/** Each figure above its change, in rows of `cells` cells. */
const inRowsOf = (cells: 2 | 3) => ({
  '& tbody': { gridTemplateColumns: `repeat(${cells}, minmax(0, 1fr))` },
  '& .data td': { fontSize: figureSize(String(cells)) },
  ...Object.fromEntries(
    [0, 1, 2].flatMap((row) =>
      ['.data', '.change'].map((part, index) => [
        `& ${part} td:nth-of-type(n + ${row * cells + 1})`,
        { order: 2 * row + index },
      ]),
    ),
  ),
})

/** Equal cells, each with its label above the figure. */
const FIGURES = ({ palette, spacing, shape, typography }: Theme) => ({
  containerType: 'inline-size' as const,
  // keeps the header, which is visually hidden, from widening the page
  position: 'relative' as const,
  border: `1px solid ${palette.divider}`,
  borderRadius: `${shape.borderRadius}px`,
  overflow: 'hidden',
  '& table': { display: 'block' },
  '& thead': {
    position: 'absolute' as const,
    clipPath: 'inset(50%)',
    width: 1,
    height: 1,
    overflow: 'hidden',
  },
  '& tbody': {
    display: 'grid',
    gridTemplateColumns: 'repeat(var(--cells), minmax(0, 1fr))',
    paddingBlock: spacing(1),
  },
  '& tbody tr': { display: 'contents' },
  '& td': {
    padding: `0 ${CELL_PADDING}px`,
    whiteSpace: 'nowrap' as const,
  },
  '& .data td': {
    paddingBlock: spacing(0.5),
    fontSize: figureSize('var(--cells)'),
    fontWeight: 600,
    lineHeight: '2.25rem',
    letterSpacing: '-0.01em',
    '&::before': {
      content: 'attr(data-label) / ""',
      display: 'block',
      ...typography.caption,
      fontWeight: 500,
      color: palette.text.secondary,
    },
  },
  '& .hero': { color: palette.success.main },
  '& .change td': { ...typography.caption, paddingBottom: spacing(1.5) },
  '& .change td > span': {
    display: 'inline-block',
    padding: '1px 8px',
    borderRadius: 11,
    fontWeight: 500,
    backgroundColor: palette.action.hover,
    '&:has(.loss)': { backgroundColor: alpha(palette.error.main, 0.08) },
  },
  '@container (max-width: 899px)': inRowsOf(3),
  '@container (max-width: 479px)': inRowsOf(2),
  '@media print': { border: 0 },
})

interface TotalProps {
  columns: readonly ResultColumn<ReportRow>[]
  total: ReportRow
  changes: readonly Change[] | null
}

function Total({ columns, total, changes }: TotalProps) {
  const longest = Math.max(...columns.map(({ kind, read }) => formatValue(kind, read(total)).length))
  return (
    <Box component="section" sx={amountStyles}>
      <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
        Total
      </Typography>
      <Box sx={FIGURES} style={{ '--longest': longest, '--cells': columns.length } as CSSProperties}>
        {/* explicit roles, because `display: grid` removes the implicit ones */}
        <table role="table" aria-label="Total">
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
              {columns.map(({ key, header, kind, read, hero }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={header}
                  // only gains are green
                  className={hero && Number(read(total)) > 0 ? 'hero' : undefined}
                >
                  <Value kind={kind} value={read(total)} />
                </td>
              ))}
            </tr>
            {changes?.some(hasChange) && (
              <tr role="row" className="change">
                {changes.map((change) => (
                  <td key={change.column.key} role="cell">
                    {hasChange(change) && (
                      <span>
                        <ChangeMark change={change} />
                      </span>
                    )}
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
