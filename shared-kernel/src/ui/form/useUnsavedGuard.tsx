import { useEffect, useState, type ReactNode } from 'react'
import Typography from '@mui/material/Typography'
import { useFormOnLeave } from '../../client/navigationGuard'
import { holdUnsavedChanges } from '../../client/unsavedChanges'
import { ConfirmDialog } from './ConfirmDialog'

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
