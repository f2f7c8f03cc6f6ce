import { useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { useFeature } from '@console/shared-kernel/core'
import { BlockEndField, endOfBlock, NO_END } from '@console/shared-kernel/dates'
import { ConfirmDialog, ReasonField, useReason } from '@console/shared-kernel/form'
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
  const hasEnds = useFeature('blockEnd') !== undefined
  const [end, setEnd] = useState(NO_END)
  const reason = useReason()
  const until = endOfBlock(end)
  const block = async () => {
    if (until === undefined) return
    await onBlock(user, { ...(until && { blockedUntil: until.toISOString() }), ...reason.body })
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
        {hasEnds && <BlockEndField end={end} onChange={setEnd} />}
        <ReasonField reason={reason} />
      </Stack>
    </ConfirmDialog>
  )
}
