import { useEffect, useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { List } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { type BlockImpact, NO_IMPACT } from '@console/shared-kernel/domain'
import { ConfirmDialog, ReasonField, useReason } from '@console/shared-kernel/form'
import { failureText } from '../texts'
import { BlockUserDialog } from './BlockUserDialog'
import { blockImpactOf, useBlockToggle } from './useBlockToggle'

interface Props {
  user: User
  /** For a blocked user, 'block' changes the block. */
  action: 'block' | 'unblock'
  list: List<'users'> | undefined
  isComplete: boolean
  onClose: () => void
}

/** Opened by an address: also asks before unblocking, and before blocking a user without users below. */
export function BlockQuestion({ user, action, list, isComplete, onClose }: Props) {
  const { toggle, error } = useBlockToggle(list, isComplete)
  const reason = useReason()
  const [impact, setImpact] = useState<BlockImpact | null>(user.isBlocked ? NO_IMPACT : null)
  const isBlock = action === 'block'
  useEffect(() => {
    let isCancelled = false
    if (isBlock && impact === null)
      void blockImpactOf(user, list, isComplete).then((found) => isCancelled || setImpact(found ?? NO_IMPACT))
    return () => {
      isCancelled = true
    }
  }, [user, isBlock, impact, list, isComplete])
  if (isBlock) return impact && <BlockUserDialog user={user} impact={impact} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`Unblock user: ${user.userName}`}
      confirmLabel="Unblock"
      addressed
      changed={reason.text !== ''}
      error={error && failureText(error)}
      onConfirm={() => toggle(user, { isBlocked: false, extra: reason.body, onDone: onClose })}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>
          The user, and everyone below who is not blocked too, can sign in again unless somebody above is
          blocked.
        </Typography>
        <ReasonField reason={reason} />
      </Stack>
    </ConfirmDialog>
  )
}
