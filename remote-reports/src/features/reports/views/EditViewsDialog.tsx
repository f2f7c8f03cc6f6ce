import { useState } from 'react'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { FormDialog } from '@console/shared-kernel/form'
import { isSameName, MAX_NAME_LENGTH, type SavedView } from './savedViews'

interface Props {
  views: readonly SavedView[]
  /** @param edit applied to the views stored at the time of saving */
  onSave: (edit: (stored: readonly SavedView[]) => readonly SavedView[]) => void
  onClose: () => void
}

/** Views that another tab may have saved in the meantime. */
const without = (views: readonly SavedView[], known: readonly SavedView[]) =>
  views.filter((view) => !known.some(({ name }) => name === view.name))

/** Renames and removes views; nothing is stored until Save. */
export function EditViewsDialog({ views, onSave, onClose }: Props) {
  const [opened] = useState(views)
  const [draft, setDraft] = useState(() => views.map((view) => ({ ...view, was: view.name })))
  const problemOf = (name: string): string | null => {
    if (name.trim() === '') return 'A view needs a name'
    const same = [...draft, ...without(views, opened)].filter((view) => isSameName(view.name, name))
    return same.length > 1 ? 'Two views have this name' : null
  }
  const save = async () => {
    onSave((stored) =>
      stored.flatMap((view) => {
        if (!opened.some(({ name }) => name === view.name)) return [view]
        const edited = draft.find(({ was }) => was === view.name)
        return edited ? [{ ...view, name: edited.name.trim() }] : []
      }),
    )
    onClose()
  }
  return (
    <FormDialog
      title="Saved views"
      submitLabel="Save"
      changed={draft.length < opened.length || draft.some(({ name, was }) => name !== was)}
      canSubmit={draft.every(({ name }) => problemOf(name) === null)}
      maxWidth="xs"
      onSubmit={save}
      onClose={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {draft.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No views left.</Typography>}
        {draft.map(({ name, was }) => (
          <Stack key={was} direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
            <TextField
              size="small"
              fullWidth
              value={name}
              onChange={({ target }) =>
                setDraft(draft.map((view) => (view.was === was ? { ...view, name: target.value } : view)))
              }
              error={problemOf(name) !== null}
              helperText={problemOf(name)}
              slotProps={{
                htmlInput: {
                  'aria-label': `Name of ${was}`,
                  maxLength: MAX_NAME_LENGTH,
                  autoComplete: 'off',
                },
              }}
            />
            <IconButton
              aria-label={`Remove ${was}`}
              onClick={() => setDraft(draft.filter((view) => view.was !== was))}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
    </FormDialog>
  )
}
