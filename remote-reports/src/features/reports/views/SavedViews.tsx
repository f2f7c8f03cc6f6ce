import { useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { lazyWithRetry, useStore } from '@console/shared-kernel/core'
import type { Cascade } from '../cascade/cascade'
import type { ReportDefinition } from '../definitions'
import { ToggledButton } from '../filters/ToggledButton'
import type { ReportFiltersView } from '../filters/useReportFilters'
import { savedViews } from './savedViews'

const SaveViewDialog = lazyWithRetry(async () => (await import('./ViewDialogs')).SaveViewDialog)
const EditViewsDialog = lazyWithRetry(async () => (await import('./ViewDialogs')).EditViewsDialog)

interface Props {
  definition: ReportDefinition
  view: ReportFiltersView
  cascade: Cascade
  /** Applies a saved query, and searches with it. */
  onOpen: (query: string) => void
}

/** The user's saved views, and buttons to save and edit them. */
export function SavedViews({ definition, view, cascade, onOpen }: Props) {
  const store = savedViews(definition)
  const views = useStore(store)
  const [dialog, setDialog] = useState<'save' | 'edit' | null>(null)
  const close = () => setDialog(null)
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Saved views"
      sx={{ flexWrap: 'wrap', justifyContent: { sm: 'flex-end' }, gap: 0.5 }}
    >
      {views.map(({ name, query }) => (
        <ToggledButton key={name} label={name} pressed={view.query === query} onClick={() => onOpen(query)} />
      ))}
      <Button size="small" color="inherit" disabled={!view.canSearch} onClick={() => setDialog('save')}>
        Save view
      </Button>
      {views.length > 0 && (
        <Button size="small" color="inherit" onClick={() => setDialog('edit')}>
          Edit views
        </Button>
      )}
      {dialog === 'save' && (
        <SaveViewDialog view={view} cascade={cascade} views={views} onSave={store.set} onClose={close} />
      )}
      {dialog === 'edit' && (
        <EditViewsDialog views={views} onSave={(edit) => store.set(edit(store.get()))} onClose={close} />
      )}
    </Stack>
  )
}
