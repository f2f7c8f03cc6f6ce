import { useMemo, useRef, useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import type { Activity, User } from '@console/shared-kernel/contracts'
import { createContentKeys, messageOf, useApiMutation, useCurrentUser } from '@console/shared-kernel/core'
import { whatOf } from '@console/shared-kernel/domain'
import {
  ConfirmDialog,
  ReasonField,
  reasonProblem,
  revertChange,
  showReverted,
  useReason,
} from '@console/shared-kernel/form'
import { ownKey } from '@console/shared-kernel/remote'
import { largestDifference } from '../lines'
import { changesOf, type RecordNames, targetNameOf } from '../model'
import { BulkRevertDialog } from './BulkRevertDialog'
import { mayRevert } from './model'
import { changesSince, sinceText } from './since'
import { useQuestion } from './useQuestion'

interface Props {
  row: Activity
  records: RecordNames
  onClose: () => void
}

/** The listed rows of the same bulk call that may be reverted, in list order. */
const sameCall = (row: Activity, listed: readonly Activity[], viewer: User): Activity[] =>
  row.requestId === null
    ? [row]
    : listed.filter(
        (other) => other.requestId === row.requestId && other.kind === row.kind && mayRevert(other, viewer),
      )

interface CallProps extends Props {
  /** The rows that have not been reverted. */
  rows: readonly Activity[]
  /** How many changes the line to revert has; null if the list does not combine bulk changes. */
  ofLine: number | null
}

/** Reverts one change, or all listed changes of the same bulk change. */
export function RevertDialog({ rows: listed, ofLine, ...props }: CallProps) {
  const viewer = useCurrentUser()
  const [rows] = useState(() => sameCall(props.row, listed, viewer))
  const [one, setOne] = useState(rows.length < 2)
  return one ? (
    <SingleDialog {...props} />
  ) : (
    <BulkRevertDialog
      {...props}
      rows={rows}
      of={ofLine ?? rows.length}
      onOnlyThis={ofLine === null ? () => setOne(true) : null}
    />
  )
}

/** Asks for confirmation, and shows what was changed since if the revert is rejected. */
function SingleDialog({ row, records, onClose }: Props) {
  const reason = useReason()
  const reasonInput = useRef<HTMLInputElement>(null)
  const [keyFor] = useState(createContentKeys)
  const client = useQueryClient()
  const { run, error } = useApiMutation({
    call: () => revertChange({ activityId: row.id, key: keyFor(reason.text), ...reason.body }),
    patch: showReverted,
    refetch: ownKey('activity'),
    successToast: () => 'Change reverted',
    onSuccess: onClose,
    // what was changed since may not be in the list yet
    onError: () => client.invalidateQueries({ queryKey: ownKey('activity') }),
  })
  const since = changesSince(error)
  const question = useQuestion(useMemo(() => [row], [row]))
  const confirm = async () => {
    const reasonError = reasonProblem(reason, largestDifference([row]))
    if (reasonError === null) return run(undefined)
    reason.set(reason.text, reasonError)
    reasonInput.current?.focus()
  }
  return (
    <ConfirmDialog
      title="Revert this change?"
      confirmLabel="Revert"
      destructive={question !== null}
      changed={reason.text !== ''}
      error={error && messageOf(error, 'Unknown error')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Stack>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {[whatOf(row), targetNameOf(row)].filter(Boolean).join(': ')}
          </Typography>
          {changesOf(row, records).map(({ field, from, to }) => (
            <Typography key={field} sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              {`${field}: ${to || 'none'} → ${from || 'none'}`}
            </Typography>
          ))}
        </Stack>
        {question !== null && <Typography>{question}</Typography>}
        <ReasonField reason={reason} inputRef={reasonInput} cents={largestDifference([row])} />
        {since.length > 0 && (
          <Stack role="group" aria-label="Changed since">
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Nothing was reverted. Changed since:
            </Typography>
            {since.map((change) => (
              <Typography key={change.id} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {sinceText(change)}
              </Typography>
            ))}
          </Stack>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
