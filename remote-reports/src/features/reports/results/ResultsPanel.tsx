import type { Ref } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { CallError, CentredSpinner, lazyWithRetry, RetryAlert } from '@console/shared-kernel/core'
import { counted } from '@console/shared-kernel/domain'
import { PrintedHead } from '@console/shared-kernel/table'
import type { Search } from '../api'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { Choices } from '../filters/Choices'
import { COMPARISONS } from '../filters/comparisons'
import { summarizeFilters } from '../filters/describeFilters'
import type { ReportFiltersView } from '../filters/useReportFilters'
import { rowsOf, type ReportResult } from './reportResult'
import { useComparison } from './useComparison'

const ResultActions = lazyWithRetry(async () => (await import('./ResultTables')).ResultActions)
const ResultTables = lazyWithRetry(async () => (await import('./ResultTables')).ResultTables)

interface Props {
  ref: Ref<HTMLElement>
  definition: ReportDefinition
  /** The search that gave the result; the filters may have changed since. */
  search: Search
  view: ReportFiltersView
  hierarchy: LoadedCascade
  /** Null while searching. */
  result: ReportResult | null
  failure: Error | null
}

/** Makes the box a query container, except in print. */
const MEASURED = { containerType: 'inline-size', '@media print': { containerType: 'normal' } } as const

/** Dimmed, but with text in full contrast. Not printed, because the results do not match the filters. */
const OUT_OF_DATE = {
  opacity: 0.65,
  '&&& *': { color: 'text.primary' },
  '@media print': { display: 'none' },
} as const

export function ResultsPanel({ ref, ...rest }: Props) {
  const { definition, search, view, hierarchy, result, failure } = rest
  const failed = failure !== null
  const { filters } = search
  const { changed } = view
  const summary = summarizeFilters(filters, hierarchy.cascade)
  const comparable = result?.kind === 'totals' && !failed ? result : null
  const comparison = useComparison(definition, search, view.compare, comparable)

  return (
    <Paper
      ref={ref}
      component="section"
      aria-label="Results"
      tabIndex={-1}
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        '@media print': { p: 0, border: 0, boxShadow: 'none' },
      }}
    >
      <PrintedHead side="right" text={summary} />
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h2">Results</Typography>
          <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
            {summary}
            {result && !failed && ` · ${counted(rowsOf(result).length, 'row')}`}
          </Typography>
        </Box>
        {result && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mx: -1, minHeight: 32 }}>
            <ResultActions {...rest} result={result} comparison={comparison} />
          </Stack>
        )}
      </Stack>
      {changed && result && !failed && (
        <Typography role="status" sx={{ fontWeight: 500 }}>
          Filters changed
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            : these are the results of the last search.
          </Box>
        </Typography>
      )}
      {comparable && <CompareWith view={view} />}
      {failure && (
        <RetryAlert
          message={`The search failed: there are no results. ${whatToCorrect(failure)}`.trim()}
          onRetry={view.refetch}
        />
      )}
      {!result && (
        <Box sx={{ textAlign: 'center', pb: 6, '& > div': { minHeight: 160 } }}>
          <CentredSpinner label="Searching" />
          <Button onClick={view.cancel}>Cancel search</Button>
        </Box>
      )}
      {/* rendered while searching too, so that its code loads meanwhile */}
      <Box hidden={!result} sx={[MEASURED, changed && OUT_OF_DATE]}>
        <ResultTables {...{ definition, search, hierarchy, result, failed, comparison }} />
      </Box>
    </Paper>
  )
}

/** The server's reason for a 400, such as a report above its limit, which has to be narrowed. */
const whatToCorrect = (failure: Error): string =>
  failure instanceof CallError && failure.status === 400 ? failure.message : ''

function CompareWith({ view: { compare, setCompare } }: Pick<Props, 'view'>) {
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, displayPrint: 'none' }}
    >
      <Typography
        aria-hidden
        variant="body2"
        sx={{ color: 'text.secondary', width: { xs: '100%', sm: 'auto' } }}
      >
        Compare with
      </Typography>
      <Choices
        label="Compare with"
        choices={COMPARISONS}
        chosen={compare}
        onChoose={(name) => setCompare(compare === name ? '' : name)}
      />
    </Stack>
  )
}
