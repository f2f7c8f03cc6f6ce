import { useState } from 'react'
import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { machinesQuery, useFeature } from '@console/shared-kernel/core'
import { BulkDialog } from '@console/shared-kernel/bulk'
import type { Machine } from '@console/shared-kernel/contracts'
import { BlockEndField, endOfBlock, NO_END } from '@console/shared-kernel/dates'
import { counted, grouped } from '@console/shared-kernel/domain'
import { ReasonField, useReason } from '@console/shared-kernel/form'
import type { Column } from '@console/shared-kernel/table'
import { MachineName } from '../MachineName'
import { blockCalls } from './bulkCalls'

interface Props {
  machines: readonly Machine[]
  blocked: boolean
  onClose: (done: readonly (string | number)[]) => void
}

/** Leaves out machines already in that state. */
export function BulkBlockDialog({ machines, blocked, onClose }: Props) {
  const client = useQueryClient()
  const [items] = useState(() => machines.filter((machine) => machine.blocked !== blocked))
  const [leftOut] = useState(machines.length - items.length)
  const [columns] = useState((): Column<Machine>[] => [
    {
      key: 'machine',
      header: 'Machine',
      minWidth: 120,
      cell: (machine) => <MachineName machine={machine} query="" />,
    },
    {
      key: 'change',
      header: 'Change',
      minWidth: 136,
      cell: () => (blocked ? 'Not blocked → Blocked' : 'Blocked → Not blocked'),
    },
  ])
  const hasEnds = useFeature('blockEnd') !== undefined && blocked
  const reason = useReason()
  const [end, setEnd] = useState(NO_END)
  const until = endOfBlock(end)
  const done = blocked ? 'blocked' : 'not blocked'
  return (
    <BulkDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${counted(items.length, 'machine')}`}
      form={
        (hasEnds || reason.isOffered) && (
          <Stack sx={{ gap: 1 }}>
            {hasEnds && <BlockEndField end={end} onChange={setEnd} />}
            <ReasonField reason={reason} />
          </Stack>
        )
      }
      items={until === undefined ? null : items}
      calls={blockCalls(blocked, { ...(until && { until: until.toISOString() }), ...reason.body }, client)}
      columns={columns}
      summary={
        `${counted(items.length, 'machine')} will be ${blocked ? 'blocked' : 'unblocked'}.` +
        (leftOut > 0 ? ` ${grouped(leftOut)} left out: ${done} already.` : '')
      }
      applyLabel={blocked ? 'Block' : 'Unblock'}
      changed={end.choice !== 'none' || reason.text !== ''}
      refetch={machinesQuery.queryKey}
      onClose={onClose}
    />
  )
}
