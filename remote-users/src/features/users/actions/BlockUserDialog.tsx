import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { blockImpactText } from '../texts'
import type { BlockImpact } from '../model'

interface Props {
  user: User
  impact: BlockImpact
  /** Never rejects: a failure is shown as a toast. */
  onBlock: (user: User) => Promise<void>
  onClose: () => void
}

/** Asks for confirmation, because everyone below loses access too. */
export function BlockUserDialog({ user, impact, onBlock, onClose }: Props) {
  return (
    <ConfirmDialog
      title={`Block user: ${user.userName}`}
      confirmLabel="Block"
      destructive
      onConfirm={() => onBlock(user).then(onClose)}
      onClose={onClose}
    >
      <Typography>{blockImpactText(impact)}</Typography>
    </ConfirmDialog>
  )
}
