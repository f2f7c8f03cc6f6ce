import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { losingText } from '../model'
import type { Losing } from './useBlockToggle'

interface Props {
  user: User
  losing: Losing
  /** Ends when the user is blocked, or that has failed and a toast has said so. */
  onBlock: (user: User) => Promise<void>
  onClose: () => void
}

/** Asks before a whole branch is locked out. */
export function BlockUserDialog({ user, losing, onBlock, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Block user: ${user.userName}`}
      confirmLabel="Block"
      destructive
      onConfirm={() => onBlock(user).then(onClose)}
      onClose={onClose}
    >
      <Typography>{losingText(losing)}</Typography>
    </ConfirmDialog>
  )
}
