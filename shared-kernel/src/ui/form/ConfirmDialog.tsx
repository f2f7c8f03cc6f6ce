import { useEffect, useId, useState, type ReactNode } from 'react'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Dialog } from '../Dialog'
import { SlowNotice } from './DialogParts'
import { useFormOnLeave } from '../../client/navigationGuard'
import { holdUnsavedChanges } from '../../client/unsavedChanges'
import { useSingleFlight } from '../../client/useSingleFlight'

interface ConfirmDialogProps {
  title: string
  confirmLabel: string
  cancelLabel?: string
  /** The confirm button is red, and Cancel gets the initial focus. */
  destructive?: boolean
  /** An address opened the dialog: Cancel gets the initial focus, so that one Enter does not confirm it. */
  addressed?: boolean
  /** Whether leaving asks first, because something has been typed or chosen. */
  changed?: boolean
  error?: string | null | undefined
  /** The dialog cannot be closed until this ends; its owner closes it. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A question that cannot be closed while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, cancelLabel = 'Cancel', destructive = false, error, children } = props
  const { addressed = false, changed = false } = props
  const { busy, run } = useSingleFlight()
  const { leave, question } = useUnsavedGuard({ changed, onLeave: props.onClose, locked: busy })
  const titleId = useId()
  return (
    <>
      <Dialog onClose={leave} busy={busy} maxWidth="xs" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {children}
          {error && (
            <Alert severity="error" role="alert" sx={{ mt: 2 }}>
              {error}
            </Alert>
          )}
          {busy && <SlowNotice sx={{ mt: 2 }} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy} autoFocus={destructive || addressed}>
            {cancelLabel}
          </Button>
          <Button
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={busy}
            autoFocus={!destructive && !addressed}
            onClick={() => void run(props.onConfirm)}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </Dialog>
      {question}
    </>
  )
}

interface UnsavedGuard {
  leave: () => void
  question: ReactNode
}

const UNSAVED = {
  title: 'Discard changes?',
  text: 'Your changes are not saved yet.',
  leaveLabel: 'Discard',
  stayLabel: 'Keep editing',
}

/** The user's answers about unsaved edits. */
interface Answers {
  discard: () => void
  stay: () => void
}

interface UnsavedGuardOptions {
  changed: boolean
  onLeave: () => void
  /** The texts of the question. */
  words?: typeof UNSAVED | undefined
  /** The form is being saved, so it stays open, and leaving it asks nothing. */
  locked?: boolean
}

/** Asks before typed input is lost: on closing the form, going elsewhere, or closing the tab. */
export function useUnsavedGuard({
  changed,
  onLeave,
  words = UNSAVED,
  locked = false,
}: UnsavedGuardOptions): UnsavedGuard {
  const [pending, setAsked] = useState<Answers | null>(null)
  useEffect(() => (changed ? holdUnsavedChanges() : undefined), [changed])
  useFormOnLeave(changed, (discard, stay) => {
    if (!locked) setAsked({ discard, stay })
    return !locked
  })

  const answer = (one: 'discard' | 'stay') => {
    setAsked(null)
    pending?.[one]()
  }
  return {
    leave: () => (changed ? setAsked({ discard: onLeave, stay: () => undefined }) : onLeave()),
    question: pending && (
      <ConfirmDialog
        title={words.title}
        confirmLabel={words.leaveLabel}
        cancelLabel={words.stayLabel}
        destructive
        onConfirm={async () => answer('discard')}
        onClose={() => answer('stay')}
      >
        <Typography>{words.text}</Typography>
      </ConfirmDialog>
    ),
  }
}

interface DeletionDialogProps {
  /** The object to delete, for example `game Lucky Star`. */
  what: string
  /** A sentence that says what else is lost. */
  consequence?: string | undefined
  error: string | null
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Its owner closes it, after `onConfirm` has succeeded. */
export function DeletionDialog({ what, consequence, ...rest }: DeletionDialogProps) {
  return (
    <ConfirmDialog title="Confirm Deletion" confirmLabel="Delete" destructive {...rest}>
      <Typography>{`Are you sure you want to delete ${what}?`}</Typography>
      {consequence && <Typography sx={{ mt: 1 }}>{consequence}</Typography>}
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
