import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { useFeature } from '@console/shared-kernel/core'
import { useBlockForm } from '@console/shared-kernel/dates'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { CHANGE_BLOCK } from '@console/shared-kernel/rules'
import { blockImpactText, failureText } from '../texts'
import type { BlockImpact } from '../model'
import { useBlockToggle } from './useBlockToggle'

interface Props {
  user: User
  impact: BlockImpact
  onClose: () => void
}

/** Asks for confirmation, because everyone below loses access too. Of a blocked user it changes the end and reason. */
export function BlockUserDialog({ user, impact, onClose }: Props) {
  const { userName, isBlocked, blockedUntil } = user
  const current = isBlocked ? blockedUntil : undefined
  const { fields, isValid, changed, body } = useBlockForm(true, 'none', current)
  const hasEnds = useFeature('blockEnd') !== undefined
  // without it the end of a block that somebody else has begun meanwhile would stay
  const extra = isBlocked || !hasEnds ? body : { until: null, ...body }
  const { toggle, error } = useBlockToggle()
  const block = async () => {
    if (isBlocked && !changed) onClose()
    else if (isValid) await toggle(user, { isBlocked: true, extra, onDone: onClose })
  }
  return (
    <ConfirmDialog
      title={isBlocked ? `${CHANGE_BLOCK} of ${userName}` : `Block user: ${userName}`}
      confirmLabel={isBlocked ? CHANGE_BLOCK : 'Block'}
      destructive
      error={error && failureText(error)}
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
