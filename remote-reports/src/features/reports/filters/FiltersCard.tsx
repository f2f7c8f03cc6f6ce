import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useFocusRecovery } from '@console/shared-kernel/core'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { QuerySettings } from './QuerySettings'
import { UserFilters } from './UserFilters'
import type { ReportFiltersView } from './useReportFilters'

interface Props {
  definition: ReportDefinition
  hierarchy: LoadedCascade
  view: ReportFiltersView
  searching: boolean
}

export function FiltersCard({ definition, hierarchy, view, searching }: Props) {
  const { filters, invalid, flashing, searchable, changeSelection, run, clear } = view
  useFocusRecovery(searching)
  return (
    <Paper
      component="form"
      aria-label="Filters"
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        displayPrint: 'none',
        '& .MuiInputBase-input': { fontSize: 'body2.fontSize', lineHeight: '1.4375em' },
      }}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <UserFilters
        hierarchy={{ ...hierarchy, loading: hierarchy.loading || flashing }}
        selection={filters.selection}
        invalid={invalid}
        onChange={changeSelection}
      />
      <QuerySettings definition={definition} view={view} />
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        <Button color="inherit" onClick={clear}>
          Clear
        </Button>
        <Button type="submit" variant="contained" disabled={searching || !searchable} sx={{ minWidth: 112 }}>
          {searching ? 'Searching...' : 'Search'}
        </Button>
      </Stack>
    </Paper>
  )
}
