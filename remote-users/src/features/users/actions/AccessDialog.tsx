import Typography from '@mui/material/Typography'
import { useApiMutation } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { failureText } from '../texts'
import type { AccessChange } from './userActions'
import { changeAccess } from './dialogCalls'

const TEXTS = {
  unlock: {
    label: 'Unlock',
    question:
      'Failed sign-ins are forgotten: the user can try again at once. An address from which no user can sign in stays locked until that ends by itself.',
    done: 'User unlocked',
  },
  'end-sessions': {
    label: 'End sessions',
    question: 'The user is signed out everywhere, at once. Forms that are open stay, and ask to sign in.',
    done: 'Sessions ended',
  },
  'reset-factor': {
    label: 'Reset second factor',
    question:
      'Make sure that it is this person who asks. Authenticator apps, passkeys and recovery codes stop working, all sessions end, and the password alone signs in until another factor is added.',
    done: 'Second factor removed',
  },
} as const

interface Props {
  user: User
  change: AccessChange
  onClose: () => void
}

export function AccessDialog({ user, change, onClose }: Props) {
  const { label, question, done } = TEXTS[change]
  const { run, error } = useApiMutation({
    call: () => changeAccess(user, change),
    refetch: 'none',
    successToast: (isChanged) =>
      isChanged ? done : `Nothing to reset: ${user.userName} has no second factor`,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={`${label}: ${user.userName}`}
      confirmLabel={label}
      destructive={change !== 'unlock'}
      addressed
      error={error ? failureText(error) : null}
      onConfirm={() => run(undefined)}
      onClose={onClose}
    >
      <Typography>{question}</Typography>
    </ConfirmDialog>
  )
}
