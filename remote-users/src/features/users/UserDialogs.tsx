import { useMemo, useState } from 'react'
import { lazyWithRetry, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { blockedAncestors } from '@console/shared-kernel/domain'
import { linksOfUser } from '@console/shared-kernel/rules'
import { FORBIDDEN_ACTION, useClose, useDrop } from '@console/shared-kernel/view'
import { offersAction } from './actions/userActions'
import { pathOf, userById } from './model'

const UserDetailsDialog = lazyWithRetry(async () => (await import('./lazyUserDetails')).UserDetailsDialog)
const CreateUserDialog = lazyWithRetry(async () => (await import('./form/CreateUserDialog')).CreateUserDialog)
const EditUserDialog = lazyWithRetry(async () => (await import('./form/EditUserDialog')).EditUserDialog)
const GameSettingsDialog = lazyWithRetry(
  async () => (await import('./games/GameSettingsDialog')).GameSettingsDialog,
)

interface Props {
  user: User
  /** As in the address: it may be unknown, or not for this viewer. */
  action: string
  users: readonly User[]
}

/** The dialog of an action about one user, who stays as at first: a list that is read again replaces no open form. */
export function UserDialogs({ user: current, action, users }: Props) {
  const viewer = useCurrentUser()
  const { close: onClose } = useClose()
  const [user] = useState(current)
  const offered = offersAction(viewer, user, action) ? action : null
  useDrop(offered === null ? FORBIDDEN_ACTION : null, 'do')
  switch (offered) {
    case 'details':
      return <Details user={user} users={users} onClose={onClose} />
    case 'edit':
      return <EditUserDialog user={user} onClose={onClose} />
    case 'create':
      return <CreateUserDialog parent={user} onlyParent={false} onClose={onClose} />
    case 'games':
      return <GameSettingsDialog user={user} onClose={onClose} />
    case null:
      return null
  }
}

function Details({ user, users, onClose }: Omit<Props, 'action'> & { onClose: () => void }) {
  const viewer = useCurrentUser()
  const blockedAncestorOf = useMemo(() => blockedAncestors(users), [users])
  const parent = userById(user.parentUserId, users, viewer)
  return (
    <UserDetailsDialog
      user={user}
      path={pathOf(user)}
      links={linksOfUser(user, { viewer, parent })}
      blockedThrough={blockedAncestorOf(user)?.userName}
      onClose={onClose}
    />
  )
}
