import type { Ref } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { useFocusRecovery } from '@console/shared-kernel/core'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { filterLine } from './describeFilters'
import { ACTIONS, CARD } from './layout'
import { QuerySettings } from './QuerySettings'
import { UserFilters } from './UserFilters'
import type { ReportFiltersView } from './useReportFilters'

interface Props {
  definition: ReportDefinition
  hierarchy: LoadedCascade
  view: ReportFiltersView
  searching: boolean
  /** If there is little room, a button opens and closes the filters; null if they stay open. */
  fold: { folded: boolean; toggle: () => void } | null
  foldButton: Ref<HTMLButtonElement>
  onSearch: () => void
  /** Searches at once. @param name of a quick range */
  onRange: (name: string) => void
}

/** Filters and results fit on one screen, so the filters do not fold. */
const WIDE_WINDOW = '@media (min-width: 900px)'
const WITH_ROOM = '@container (min-width: 532px)'

const FOLD_BUTTON = {
  [WIDE_WINDOW]: { [WITH_ROOM]: { display: 'none' } },
  minHeight: 44,
  px: 2,
  bgcolor: 'background.paper',
  '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  '& > span': { flex: 'none', fontWeight: 400, whiteSpace: 'pre' },
  // users may be truncated, days never
  '& > .users': { flexShrink: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > .MuiButton-endIcon': { ml: 'auto', pl: 1 },
} as const

export function FiltersCard(props: Props) {
  const { definition, hierarchy, view, searching, fold, foldButton, onSearch, onRange } = props
  const { filters, savable, invalid, flashing, canSearch, fields, clear } = view
  const { users, period } = filterLine(savable, hierarchy.cascade)
  useFocusRecovery(searching)
  return (
    <Box
      sx={{
        containerType: 'inline-size',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        displayPrint: 'none',
      }}
    >
      {fold && (
        <Button
          ref={foldButton}
          color="inherit"
          aria-expanded={!fold.folded}
          endIcon={<ExpandMoreIcon />}
          onClick={fold.toggle}
          sx={FOLD_BUTTON}
        >
          <span>{'Filters: '}</span>
          <span className="users">{users}</span>
          <span>{` · ${period}`}</span>
        </Button>
      )}
      <Paper
        component="form"
        aria-label="Filters"
        sx={{
          p: 2,
          containerType: 'inline-size',
          display: fold?.folded ? 'none' : 'block',
          [WIDE_WINDOW]: { [WITH_ROOM]: { display: 'block' } },
        }}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <UnknownParams view={view} />
        <Box sx={CARD}>
          <UserFilters
            hierarchy={hierarchy}
            loading={hierarchy.loading || flashing}
            selection={filters.selection}
            invalid={invalid}
            onChange={fields.changeSelection}
          />
          <QuerySettings {...{ definition, filters, invalid, fields, onRange }} />
          <Stack direction="row" sx={ACTIONS}>
            <Button color="inherit" onClick={clear}>
              Clear
            </Button>
            <Button
              type="submit"
              variant="contained"
              disabled={searching || !canSearch}
              sx={{ minWidth: 112 }}
            >
              {searching ? 'Searching...' : 'Search'}
            </Button>
          </Stack>
        </Box>
      </Paper>
    </Box>
  )
}

/** Silently ignoring these parts of the address would show a different report from the one it asks for. */
function UnknownParams({ view }: { view: ReportFiltersView }) {
  const { unknownParams, dropUnknownParams, unknownCompare, setCompare } = view
  return (
    <>
      {unknownParams.length > 0 && (
        <UnknownParam
          text={`The address asks for ${unknownParams.map((key) => `'${key}'`).join(', ')}: no filter has this name.`}
          onDrop={dropUnknownParams}
        />
      )}
      {unknownCompare !== null && (
        <UnknownParam
          text={`The address compares with '${unknownCompare}': no comparison has this name.`}
          onDrop={() => setCompare('')}
        />
      )}
    </>
  )
}

function UnknownParam({ text, onDrop }: { text: string; onDrop: () => void }) {
  return (
    <Stack direction="row" role="alert" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, mb: 1 }}>
      <Typography variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <Button size="small" onClick={onDrop}>
        Leave it out
      </Button>
    </Stack>
  )
}
