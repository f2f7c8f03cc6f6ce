import { useState } from 'react'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { isSameName, MAX_NAME_LENGTH, MAX_VIEWS, withView, type SavedView } from '../../client/savedViews'
import { FormDialog } from '../form/FormDialog'

/** A view that the user is about to save. */
export interface NewView {
  query: string
  /** A description of its content, used as the suggested name. */
  what: string
  more?: string | undefined
  /** A hint for the user who saves it. */
  hint?: string | undefined
}

interface SaveViewDialogProps {
  view: NewView
  views: readonly SavedView[]
  onSave: (views: readonly SavedView[]) => void
  onClose: () => void
}

export function SaveViewDialog({ view, views, onSave, onClose }: SaveViewDialogProps) {
  const { query, what, more, hint } = view
  const suggested = what.slice(0, MAX_NAME_LENGTH).trim()
  const [name, setName] = useState(suggested)
  const replaces = views.some((saved) => isSameName(saved.name, name))
  const isFull = views.length >= MAX_VIEWS && !replaces

  const save = async () => {
    onSave(withView(views, { name: name.trim(), query }))
    onClose()
  }
  return (
    <FormDialog
      title="Save view"
      subtitle={[what, more].filter(Boolean).join(' · ')}
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
      {hint !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
    </FormDialog>
  )
}

interface EditViewsDialogProps {
  views: readonly SavedView[]
  /** @param edit applied to the views stored at the time of saving */
  onSave: (edit: (stored: readonly SavedView[]) => readonly SavedView[]) => void
  onClose: () => void
}

/** The views that are not known here: another tab may have saved some in the meantime. */
const without = (views: readonly SavedView[], known: readonly SavedView[]) =>
  views.filter((view) => !known.some(({ name }) => name === view.name))

/** Renames and removes views; nothing is stored until Save. */
export function EditViewsDialog({ views, onSave, onClose }: EditViewsDialogProps) {
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
