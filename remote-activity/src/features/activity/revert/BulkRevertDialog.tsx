import { useRef, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { BulkDialog } from '@console/shared-kernel/bulk'
import type { Activity } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { ReasonField, reasonProblem, revertChange, useReason } from '@console/shared-kernel/form'
import type { Column } from '@console/shared-kernel/table'
import { largestDifference, whatOfLine } from '../lines'
import { changesOf, type RecordNames, targetNameOf } from '../model'
import { rejectionText } from './since'
import { useQuestion } from './useQuestion'

interface Props {
  row: Activity
  rows: readonly Activity[]
  /** The number of changes in the bulk change. */
  of: number
  records: RecordNames
  /** Null if bulk changes can be expanded: then each change has a line of its own. */
  onOnlyThis: (() => void) | null
  onClose: () => void
}

/** Reverts each change separately. Changes whose target was changed since stay, and the reason is shown. */
export function BulkRevertDialog({ row, rows, of, records, onOnlyThis, onClose }: Props) {
  const isPart = rows.length < of
  const reason = useReason()
  const question = useQuestion(rows)
  const reasonInput = useRef<HTMLInputElement>(null)
  const reasonError = reasonProblem(reason, largestDifference(rows))
  const askForReason = (problem: string) => {
    reason.set(reason.text, problem)
    reasonInput.current?.focus()
  }
  const [columns] = useState((): Column<Activity>[] => [
    { key: 'target', header: 'Target', minWidth: 130, cell: targetNameOf },
    {
      key: 'change',
      header: 'Change',
      minWidth: 180,
      cell: (change) =>
        changesOf(change, records)
          .map(({ field, from, to }) => `${field}: ${to || 'none'} → ${from || 'none'}`)
          .join(', '),
    },
  ])
  return (
    <BulkDialog
      title={`Revert ${counted(rows.length, 'change')}`}
      form={
        <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
          <ReasonField reason={reason} inputRef={reasonInput} cents={largestDifference(rows)} />
          {onOnlyThis && (
            <Button size="small" onClick={onOnlyThis}>
              {`Only ${targetNameOf(row) || 'this one'}`}
            </Button>
          )}
        </Stack>
      }
      items={rows}
      {...(reasonError && { onInvalid: () => askForReason(reasonError) })}
      calls={{
        path: '/api/activity/bulk/revert',
        idOf: ({ id }) => id,
        bodyOf: (items) => ({ items: items.map(({ id }) => ({ activityId: id })), ...reason.body }),
        mayNeedProof: true,
        single: ({ id }, key) => revertChange({ activityId: id, key, ...reason.body }),
        refusalText: rejectionText,
      }}
      columns={columns}
      summary={`${whatOfLine({ rows: [row, ...rows] })}: ${isPart ? `${rows.length} of ` : ''}${counted(of, 'change')} of one bulk change will be reverted.${isPart ? ' The others are reverted already, or can no longer be.' : ''}`}
      applyLabel="Revert"
      question={question}
      changed={reason.text !== ''}
      doneText={`${counted(rows.length, 'change')} reverted`}
      // reverts change users and the activity too
      refetch="all"
      onClose={onClose}
    />
  )
}
