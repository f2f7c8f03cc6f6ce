import { useEffect, useState, type ReactNode } from 'react'
import Typography from '@mui/material/Typography'
import { useBlocker } from 'react-router-dom'
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

/** Asks before typed input is lost: on closing the form, going back, or closing the tab. */
export function useLeaveGuard(changed: boolean, onLeave: () => void, words = UNSAVED): LeaveGuard {
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => (changed ? holdUnsavedChanges() : undefined), [changed])

  const stay = () => {
    setAsking(false)
    blocker.reset?.()
  }
  const goOn = async () => {
    if (blocker.state === 'blocked') blocker.proceed()
    else onLeave()
  }
  return {
    leave: () => (changed ? setAsking(true) : onLeave()),
    question: (asking || blocker.state === 'blocked') && (
      <ConfirmDialog
        title={words.title}
        confirmLabel={words.leaveLabel}
        cancelLabel={words.stayLabel}
        destructive
        onConfirm={goOn}
        onClose={stay}
      >
        <Typography>{words.text}</Typography>
      </ConfirmDialog>
    ),
  }
}
