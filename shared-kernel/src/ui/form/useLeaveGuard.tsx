import { useEffect, useState, type ReactNode } from 'react'
import Typography from '@mui/material/Typography'
import { useFormOnLeave } from '../../client/navigationGuard'
import { holdUnsavedChanges } from '../../client/unsavedChanges'
import { ConfirmDialog } from './ConfirmDialog'

interface LeaveGuard {
  leave: () => void
  question: ReactNode
}

const UNSAVED = {
  title: 'Discard changes?',
  text: 'What you have changed here is not saved yet.',
  leaveLabel: 'Discard',
  stayLabel: 'Keep editing',
}

/** The user's answers about a changed form. */
interface Answers {
  discard: () => void
  stay: () => void
}

/**
 * Asks before typed input is lost: on closing the form, going elsewhere, or closing the tab.
 * @param locked the form is being saved: it stays, without a question
 */
export function useLeaveGuard(
  changed: boolean,
  onLeave: () => void,
  words = UNSAVED,
  locked = false,
): LeaveGuard {
  const [asked, setAsked] = useState<Answers | null>(null)
  useEffect(() => (changed ? holdUnsavedChanges() : undefined), [changed])
  useFormOnLeave(changed, (discard, stay) => {
    if (!locked) setAsked({ discard, stay })
    return !locked
  })

  const stay = () => {
    setAsked(null)
    asked?.stay()
  }
  return {
    leave: () => (changed ? setAsked({ discard: onLeave, stay: () => undefined }) : onLeave()),
    question: asked && (
      <ConfirmDialog
        title={words.title}
        confirmLabel={words.leaveLabel}
        cancelLabel={words.stayLabel}
        destructive
        onConfirm={async () => asked.discard()}
        onClose={stay}
      >
        <Typography>{words.text}</Typography>
      </ConfirmDialog>
    ),
  }
}
