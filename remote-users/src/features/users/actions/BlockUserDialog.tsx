import { useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { User } from '@console/shared-kernel/contracts'
import { isStale, useFeature } from '@console/shared-kernel/core'
import { useBlockForm, useReplacedBlock } from '@console/shared-kernel/dates'
import {
  type BlockChange,
  type BlockImpact,
  blockImpactText,
  blockConflict,
} from '@console/shared-kernel/domain'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { CHANGE_BLOCK } from '@console/shared-kernel/rules'
import { failureText } from '../texts'
import { completeUser } from '../form/api'
import { blockOf } from './api'
import { useBlockToggle } from './useBlockToggle'

interface Props {
  user: User
  impact: BlockImpact
  /** A new block ends tomorrow unless the operator says otherwise. */
  timed?: boolean | undefined
  onClose: () => void
}

/** Asks first, because everyone below loses access too. For a blocked user, changes end and reason. */
export function BlockUserDialog({ user, impact, timed = false, onClose }: Props) {
  const { userName, isBlocked, blockedUntil } = user
  const current = isBlocked ? blockedUntil : undefined
  const { fields, isValid, changed, body } = useBlockForm({
    isBlock: true,
    first: timed ? 'tomorrow' : 'none',
    current,
  })
  const hasEnds = useFeature('blockEnd') !== undefined
  // without `until`, a block that somebody else has started meanwhile would keep its end
  const extra: BlockChange = isBlocked || !hasEnds ? body : { until: null, ...body }
  /** The user as last shown to the operator. */
  const [seen, setSeen] = useState(user)
  const { toggle, error } = useBlockToggle()
  const send = (base: User) => toggle(base, { isBlocked: true, extra, onDone: onClose })
  const rejection = isStale(error) ? error : null
  const now = rejection && completeUser(rejection.current)
  const isReplaced = now !== null && blockConflict(blockOf(seen), blockOf(now), extra) === 'replaces'
  const replaced = useReplacedBlock({
    refusal: isReplaced ? rejection : null,
    blockedUntil: now?.blockedUntil,
    until: extra.until,
    onReplace: () => {
      setSeen(now!)
      return send(now!)
    },
  })
  const block = async () => {
    if (isBlocked && !changed) onClose()
    else if (isReplaced) replaced.ask()
    else if (isValid) await send(seen)
  }
  return (
    <>
      <ConfirmDialog
        title={isBlocked ? `${CHANGE_BLOCK} of ${userName}` : `Block user: ${userName}`}
        confirmLabel={isBlocked ? CHANGE_BLOCK : 'Block'}
        destructive
        changed={changed}
        error={replaced.text ?? (error && failureText(error))}
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
      {replaced.question}
    </>
  )
}
