import { useState } from 'react'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { FormDialog } from '@console/shared-kernel/form'
import type { Cascade } from '../cascade/cascade'
import { comparisonOf } from '../filters/comparisons'
import { shortenFilters } from '../filters/describeFilters'
import type { ReportFiltersView } from '../filters/useReportFilters'
import { isSameName, MAX_NAME_LENGTH, MAX_VIEWS, withView, type SavedView } from './savedViews'

interface Props {
  view: ReportFiltersView
  cascade: Cascade
  views: readonly SavedView[]
  onSave: (views: readonly SavedView[]) => void
  onClose: () => void
}

export function SaveViewDialog({ view, cascade, views, onSave, onClose }: Props) {
  const { kept, query, compare } = view
  const what = shortenFilters(kept, cascade)
  const suggested = what.slice(0, MAX_NAME_LENGTH).trim()
  const [name, setName] = useState(suggested)
  const replaces = views.some((saved) => isSameName(saved.name, name))
  const isFull = views.length >= MAX_VIEWS && !replaces
  const compared = comparisonOf(compare)?.title

  const save = async () => {
    onSave(withView(views, { name: name.trim(), query }))
    onClose()
  }
  return (
    <FormDialog
      title="Save view"
      subtitle={[what, compared].filter(Boolean).join(' · ')}
      submitLabel={replaces ? 'Replace' : 'Save'}
      changed={name !== suggested}
      canSubmit={name.trim() !== '' && !isFull}
      maxWidth="xs"
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onFocus={({ target }) => target.select()}
        fullWidth
        error={isFull}
        helperText={
          isFull
            ? `${MAX_VIEWS} views are saved already: remove one first`
            : replaces
              ? 'Replaces the view of this name'
              : ' '
        }
        slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH, autoComplete: 'off' } }}
        sx={{ mt: 1 }}
      />
      {kept.range === null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Its days stay these. For days that move with time, choose a range such as 'Yesterday' first.
        </Typography>
      )}
    </FormDialog>
  )
}
