import { useState } from 'react'
import { BulkDialog } from '@console/shared-kernel/bulk'
import { listsKey, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { canBlockUser } from '@console/shared-kernel/rules'
import type { Column } from '@console/shared-kernel/table'
import { blockCalls } from './calls'

interface Props {
  users: readonly User[]
  blocked: boolean
  onClose: (done: readonly (string | number)[]) => void
}

/** Blocks or unblocks several users; those that are so already, or may not be, are left as they are. */
export function BulkBlockDialog({ users, blocked, onClose }: Props) {
  const viewer = useCurrentUser()
  const [items] = useState(() =>
    users.filter((user) => user.isBlocked !== blocked && canBlockUser(viewer, user).allowed),
  )
  const [leftOut] = useState(users.length - items.length)
  const [calls] = useState(() => blockCalls(blocked))
  const [columns] = useState((): Column<User>[] => [
    { key: 'user', header: 'User', minWidth: 144, cell: ({ userName }) => userName },
    {
      key: 'machines',
      header: 'Machines',
      align: 'right',
      minWidth: 104,
      hideBelow: 520,
      cell: ({ machineCount }) => machineCount,
    },
    {
      key: 'change',
      header: 'Change',
      minWidth: 176,
      hideBelow: 520,
      cell: () => (blocked ? 'Activo -> Bloqueado' : 'Bloqueado -> Activo'),
    },
  ])
  return (
    <BulkDialog
      title={`${blocked ? 'Block' : 'Unblock'} ${counted(items.length, 'user')}`}
      items={items}
      calls={calls}
      columns={columns}
      summary={
        `${counted(items.length, 'user')} will be ${blocked ? 'blocked, with everybody below them' : 'unblocked'}.` +
        (leftOut > 0 ? ` ${leftOut} left out: so already, or not to be blocked.` : '')
      }
      applyLabel={blocked ? 'Block' : 'Unblock'}
      refetch={listsKey('users')}
      onClose={onClose}
    />
  )
}
