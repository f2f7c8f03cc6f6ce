import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { EmptyState, savedViews, useFocusRecovery, useStore } from '@console/shared-kernel/core'
import type { LoadedCascade } from '../cascade/useCascade'
import type { ReportDefinition } from '../definitions'
import { comparisonOf, comparePart } from '../filters/comparisons'
import { filterLine } from '../filters/describeFilters'
import { isStorableQuery, searchOfQuery } from '../filters/filters'
import { recentSearches } from '../filters/recentSearches'
import type { ReportFiltersView } from '../filters/useReportFilters'

interface Props {
  definition: ReportDefinition
  hierarchy: LoadedCascade
  view: ReportFiltersView
}

interface Entry {
  query: string
  /** Only saved views have one. */
  name?: string
  users: string
  period: string
}

/** Shown before the first search: links to the user's recent searches and saved views. */
export function StartView({ definition, hierarchy, view }: Props) {
  const recent = useStore(recentSearches(definition).store)
  const saved = useStore(savedViews(definition.name))
  useFocusRecovery()
  // the names of the users come from the hierarchy
  const isWaiting = !hierarchy.ready && !hierarchy.failed

  /** Empty if the search is no longer possible, for example because its user was deleted. */
  const entryOf = (query: string): Entry[] => {
    const asked = view.read(query)
    if (!asked || Object.keys(asked.invalid).length > 0) return []
    return [{ query, ...filterLine(asked.filters, hierarchy.cascade) }]
  }
  const recentEntries = recent.flatMap(entryOf)
  const savedEntries = saved.flatMap(({ name, query }) =>
    (isStorableQuery(query) ? entryOf(query) : []).map((entry) => {
      const compared = comparisonOf(comparePart.read(new URLSearchParams(query)))?.title
      return { ...entry, name, period: [entry.period, compared].filter(Boolean).join(' · ') }
    }),
  )
  if (recentEntries.length + savedEntries.length === 0)
    return (
      <EmptyState
        title="No report yet"
        text="A range such as 'Yesterday' runs the report at once. Your recent reports appear here."
      />
    )
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
        displayPrint: 'none',
      }}
    >
      <Entries title="Recent" entries={recentEntries} isWaiting={isWaiting} />
      <Entries title="Your views" entries={savedEntries} isWaiting={isWaiting} />
    </Box>
  )
}

const LINE = {
  display: 'flex',
  gap: 1,
  alignItems: 'center',
  minHeight: 44,
  px: 2,
  borderTop: 1,
  borderColor: 'divider',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  // the names of users may be truncated, dates never
  '& > .users': {
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > .period': {
    ml: 'auto',
    flex: '0 0 auto',
    maxWidth: '70%',
    color: 'text.secondary',
    textAlign: 'right',
  },
} as const

/** A line whose texts are not known yet. */
const EMPTY_LINE = {
  ...LINE,
  '&::before': { content: '""', width: '40%', height: 12, borderRadius: 1, bgcolor: 'action.hover' },
} as const

interface EntriesProps {
  title: string
  entries: readonly Entry[]
  isWaiting: boolean
}

function Entries({ title, entries, isWaiting }: EntriesProps) {
  if (entries.length === 0) return null
  return (
    <Paper component="section" aria-busy={isWaiting} sx={{ overflow: 'hidden' }}>
      <Typography variant="h2" sx={{ px: 2, py: 1.25 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map(({ query, name, users, period }) => (
          <li key={name ?? query}>
            {isWaiting ? (
              <Box sx={EMPTY_LINE} />
            ) : (
              <Box component={Link} to={searchOfQuery(query)} sx={LINE}>
                <span className="users" title={name === undefined ? users : undefined}>
                  {name ?? users}
                </span>{' '}
                <Typography component="span" variant="body2" className="period">
                  {name === undefined ? period : `${users} · ${period}`}
                </Typography>
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Paper>
  )
}
