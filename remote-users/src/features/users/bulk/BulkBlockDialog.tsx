import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { BulkDialog } from '@console/shared-kernel/bulk'
import { listsKey, useCurrentUser } from '@console/shared-kernel/core'
import { useBlockForm } from '@console/shared-kernel/dates'
import type { User } from '@console/shared-kernel/contracts'
import {
  type BlockImpact,
  blockImpactText,
  combinedBlockImpact,
  counted,
  grouped,
} from '@console/shared-kernel/domain'
import { canBlockUser } from '@console/shared-kernel/rules'
import type { Column } from '@console/shared-kernel/table'
import { useUsers } from '../api'
import { blockCalls } from './bulkCalls'

interface Props {
  users: readonly User[]
  blocked: boolean
  onClose: (done: readonly (string | number)[]) => void
}

/** Leaves out users already in that state, and those whom the viewer may not change. */
export function BulkBlockDialog({ users, blocked, onClose }: Props) {
  const viewer = useCurrentUser()
  const client = useQueryClient()
  const [items] = useState(() =>
    users.filter((user) => user.isBlocked !== blocked && canBlockUser(viewer, user).allowed),
  )
  const [leftOut] = useState(users.length - items.length)
  const { list, arriving, incomplete } = useUsers(viewer)
  const [impact] = useState(() => {
    const together = combinedBlockImpact(items, list?.rows ?? [])
    return { ...together, users: arriving || incomplete ? null : together.users }
  })
  const { fields, isValid, changed, body } = useBlockForm({ isBlock: blocked })
  const [columns] = useState((): Column<User>[] => [
    { key: 'user', header: 'User', minWidth: 144, cell: ({ userName }) => userName },
    ...(blocked && impact.users !== null
      ? [
          {
            key: 'below',
            header: 'Below',
            align: 'right' as const,
            minWidth: 88,
            hideBelow: 520,
            cell: ({ userId }: User) => grouped(impact.below.get(userId) ?? 0),
          },
        ]
      : []),
    {
      key: 'machines',
      header: 'Machines',
      align: 'right',
      minWidth: 104,
      hideBelow: 520,
      cell: ({ machineCount }) => grouped(machineCount),
    },
    {
      key: 'change',
      header: 'Change',
      minWidth: 176,
      hideBelow: 520,
      cell: () => (blocked ? 'Activo → Bloqueado' : 'Bloqueado → Activo'),
    },
  ])
  return (
    <BulkDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${counted(items.length, 'user')}`}
      form={fields}
      items={isValid ? items : null}
      changed={changed}
      calls={blockCalls(blocked, body)}
      columns={columns}
      summary={
        `${counted(items.length, 'user')} will be ${blocked ? `blocked.${withThem(impact)}` : 'unblocked.'}` +
        (leftOut > 0
          ? ` ${grouped(leftOut)} left out: already ${blocked ? 'blocked' : 'active'}, or not allowed.`
          : '')
      }
      applyLabel={blocked ? 'Block' : 'Unblock'}
      refetch={listsKey('users')}
      onClose={(done) => {
        // the blocks may change whether their owners are blocked
        void client.invalidateQueries({ queryKey: listsKey('machines') })
        onClose(done)
      }}
    />
  )
}

function withThem(impact: BlockImpact): string {
  if (impact.users === null) return ` ${blockImpactText(impact)}`
  return impact.users + impact.machines === 0 ? '' : ` Below them ${blockImpactText(impact)}`
}
