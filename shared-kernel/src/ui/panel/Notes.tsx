import { useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { currentConnection } from '../../client/connect'
import { isUnauthorized, messageOf } from '../../client/errors'
import { useFeature } from '../../client/features'
import { addNote, deleteNote, notesQuery, type NoteSubject } from '../../client/notes'
import { useCurrentUser } from '../../client/pageContext'
import { createContentKeys, useApiMutation } from '../../client/useApiMutation'
import { MAX_NOTE_LENGTH } from '../../contracts/inputRules'
import type { Note } from '../../contracts/note'
import { formatDateTime } from '../../domain/instants'
import { DeletionDialog, useUnsavedGuard } from '../form/ConfirmDialog'
import { RetryAlert } from '../stateViews'
import { PanelSection, useIsSettled } from './Panel'

/** Notes on a machine or a user, for users above. Absent if the server does not offer notes. */
export function Notes({ about }: { about: NoteSubject }) {
  const id = JSON.stringify(about)
  // keyed by subject, so that text typed about one is not added to the next
  return useFeature('notes') && <NotesOf key={id} id={id} about={about} />
}

function NotesOf({ id, about }: { id: string; about: NoteSubject }) {
  const query = notesQuery(about)
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: useIsSettled(id) })
  const [writing, setWriting] = useState(false)
  const [deleting, setDeleting] = useState<Note | null>(null)
  const hasFailed = !data && error !== null && !isUnauthorized(error)
  return (
    <PanelSection
      title="Notes"
      busy={!data && !hasFailed}
      action={
        !writing && (
          <Button size="small" onClick={() => setWriting(true)}>
            Add note
          </Button>
        )
      }
    >
      {writing && <NewNote about={about} onClose={() => setWriting(false)} />}
      {hasFailed ? (
        <RetryAlert
          message={`Error loading notes: ${messageOf(error, 'Unknown error')}`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : data ? (
        <NoteList notes={data} onDelete={setDeleting} />
      ) : (
        <Skeleton variant="rounded" height={44} />
      )}
      {deleting && <DeleteNote note={deleting} about={about} onClose={() => setDeleting(null)} />}
    </PanelSection>
  )
}

interface FormProps {
  about: NoteSubject
  onClose: () => void
}

function NewNote({ about, onClose }: FormProps) {
  const [text, setText] = useState('')
  const [keyFor] = useState(createContentKeys)
  const { run, busy, error } = useApiMutation({
    call: (typed: string) => addNote(about, typed, keyFor(typed)),
    refetch: notesQuery(about).queryKey,
    onSuccess: onClose,
  })
  const { leave, question } = useUnsavedGuard({
    changed: text.trim() !== '',
    onLeave: onClose,
    locked: busy,
  })
  return (
    <Stack
      component="form"
      sx={{ gap: 1, mb: 2, mt: 1 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void run(text.trim())
      }}
    >
      <TextField
        label="Note"
        value={text}
        onChange={({ target }) => setText(target.value)}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        autoFocus
        error={error !== null}
        helperText={
          error ? messageOf(error, 'Unknown error') : 'Read by those above, never by whom it is about'
        }
        slotProps={{
          htmlInput: { maxLength: MAX_NOTE_LENGTH },
          formHelperText: error ? { role: 'alert' } : {},
        }}
      />
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={leave} disabled={busy}>
          Cancel
        </Button>
        <Button size="small" type="submit" variant="contained" loading={busy} disabled={text.trim() === ''}>
          Save note
        </Button>
      </Stack>
      {question}
    </Stack>
  )
}

interface ListProps {
  notes: readonly Note[]
  onDelete: (note: Note) => void
}

function NoteList({ notes, onDelete }: ListProps) {
  const viewer = useCurrentUser()
  const { timeZone } = currentConnection()
  if (notes.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        No notes yet.
      </Typography>
    )
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
      {notes.map((note) => {
        const { id, at, author, text } = note
        const when = formatDateTime(at, timeZone)
        return (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            <Typography sx={{ whiteSpace: 'pre-wrap' }}>{text}</Typography>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1, color: 'text.secondary' }}>
              <Typography variant="body2">{author ? `${author.userName}, ${when}` : when}</Typography>
              {author?.userId === viewer.userId && (
                <Button
                  size="small"
                  color="inherit"
                  aria-label={`Delete note of ${when}`}
                  onClick={() => onDelete(note)}
                >
                  Delete
                </Button>
              )}
            </Stack>
          </Box>
        )
      })}
    </Stack>
  )
}

function DeleteNote({ note, about, onClose }: FormProps & { note: Note }) {
  const { run, error } = useApiMutation({
    call: ({ id }: Note) => deleteNote(id),
    refetch: notesQuery(about).queryKey,
    onSuccess: onClose,
  })
  return (
    <DeletionDialog
      what="this note"
      error={error && messageOf(error, 'Unknown error')}
      onConfirm={() => run(note)}
      onClose={onClose}
    />
  )
}
