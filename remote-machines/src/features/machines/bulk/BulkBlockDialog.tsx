import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { machinesQuery } from '@console/shared-kernel/core'
import { BulkDialog } from '@console/shared-kernel/bulk'
import type { Machine } from '@console/shared-kernel/contracts'
import { useBlockForm } from '@console/shared-kernel/dates'
import { counted, grouped } from '@console/shared-kernel/domain'
import type { Column } from '@console/shared-kernel/table'
import { MachineName } from '../cells'
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
  const { fields, isValid, changed, body } = useBlockForm({ isBlock: blocked })
  const done = blocked ? 'blocked' : 'not blocked'
  return (
    <BulkDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${counted(items.length, 'machine')}`}
      form={fields}
      items={isValid ? items : null}
      calls={blockCalls(blocked, body, client)}
      columns={columns}
      summary={
        `${counted(items.length, 'machine')} will be ${blocked ? 'blocked' : 'unblocked'}.` +
        (leftOut > 0 ? ` ${grouped(leftOut)} left out: ${done} already.` : '')
      }
      applyLabel={blocked ? 'Block' : 'Unblock'}
      changed={changed}
      refetch={machinesQuery.queryKey}
      onClose={onClose}
    />
  )
}
