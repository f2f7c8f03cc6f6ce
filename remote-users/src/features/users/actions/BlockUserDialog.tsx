import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { useBlockForm } from '@console/shared-kernel/dates'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { blockImpactText, failureText } from '../texts'
import type { BlockImpact } from '../model'
import { useBlockToggle } from './useBlockToggle'

interface Props {
  user: User
  impact: BlockImpact
  onClose: () => void
}

/** Asks for confirmation, because everyone below loses access too. Of a blocked user it changes the end. */
export function BlockUserDialog({ user, impact, onClose }: Props) {
  const { fields, isValid, body } = useBlockForm(true, user.isBlocked ? 'tomorrow' : 'none')
  const { toggle, error } = useBlockToggle()
  const block = async () => {
    // without one, a block that is there would keep its end
    const extra = user.isBlocked ? { until: null, ...body } : body
    if (isValid) await toggle(user, { isBlocked: true, extra, onDone: onClose })
  }
  return (
    <ConfirmDialog
      title={`Block user: ${user.userName}`}
      confirmLabel="Block"
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
