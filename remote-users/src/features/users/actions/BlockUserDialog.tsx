import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { useBlockForm } from '@console/shared-kernel/dates'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { blockImpactText } from '../texts'
import type { BlockImpact } from '../model'
import type { BlockExtra } from './api'

interface Props {
  user: User
  impact: BlockImpact
  /** Never rejects: a failure is shown as a toast. */
  onBlock: (user: User, extra: BlockExtra) => Promise<void>
  onClose: () => void
}

/** Asks for confirmation, because everyone below loses access too. */
export function BlockUserDialog({ user, impact, onBlock, onClose }: Props) {
  const { fields, isValid, body } = useBlockForm()
  const block = async () => {
    if (!isValid) return
    await onBlock(user, body)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Block user: ${user.userName}`}
      confirmLabel="Block"
      destructive
      onConfirm={block}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {impact.users !== 0 || impact.machines !== 0 ? (
          <Typography>{blockImpactText(impact)}</Typography>
        ) : null}
        {fields}
      </Stack>
    </ConfirmDialog>
  )
}
