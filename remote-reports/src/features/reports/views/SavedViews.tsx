import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import { useSavedViews } from '@console/shared-kernel/view'
import type { Cascade } from '../cascade/cascade'
import type { ReportDefinition } from '../definitions'
import { comparisonOf } from '../filters/comparisons'
import { shortenFilters } from '../filters/describeFilters'
import type { ReportFiltersView } from '../filters/useReportFilters'

interface Props {
  definition: ReportDefinition
  view: ReportFiltersView
  cascade: Cascade
  /** Applies a saved query, and searches with it. */
  onOpen: (query: string) => void
}

const FIXED_DAYS =
  "Its days stay these. For days that move with time, choose a range such as 'Yesterday' first."

/** The user's saved views, and buttons to save and edit them. */
export function SavedViews({ definition, view, cascade, onOpen }: Props) {
  const { views, onSave, onEdit, dialog } = useSavedViews(definition.name)
  const isSaved = view.query === view.defaultQuery || views.some(({ query }) => query === view.query)
  const save = () =>
    onSave({
      query: view.query,
      what: shortenFilters(view.savable, cascade),
      more: comparisonOf(view.compare)?.title,
      hint: view.savable.range === null ? FIXED_DAYS : undefined,
    })
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Saved views"
      sx={{ flexWrap: 'wrap', justifyContent: { sm: 'flex-end' }, gap: 0.5 }}
    >
      {views.map(({ name, query }) => (
        <ToggleButton
          key={name}
          size="small"
          value={query}
          selected={view.query === query}
          // the second click of a double click would search again
          onClick={({ detail }) => detail < 2 && onOpen(query)}
        >
          {name}
        </ToggleButton>
      ))}
      <Button size="small" color="inherit" disabled={!view.canSearch || isSaved} onClick={save}>
        Save view
      </Button>
      {views.length > 0 && (
        <Button size="small" color="inherit" onClick={onEdit}>
          Edit views
        </Button>
      )}
      {dialog}
    </Stack>
  )
}
