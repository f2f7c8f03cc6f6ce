import { useMemo, useState } from 'react'
import { lazyWithRetry, type List, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { blockedAncestors } from '@console/shared-kernel/domain'
import { linksOfUser } from '@console/shared-kernel/rules'
import { FORBIDDEN_ACTION, useClose, useDrop } from '@console/shared-kernel/view'
import { offersAction } from './actions/userActions'
import { showCreated } from './createdUser'
import { NO_USERS, pathOf, userById } from './model'
import { useActionFeatures } from './panel/useAccessActions'

const UserDetailsDialog = lazyWithRetry(async () => (await import('./lazyUserDetails')).UserDetailsDialog)
const CreateUserDialog = lazyWithRetry(async () => (await import('./form/CreateUserDialog')).CreateUserDialog)
const EditUserDialog = lazyWithRetry(async () => (await import('./form/EditUserDialog')).EditUserDialog)
const GameSettingsDialog = lazyWithRetry(
  async () => (await import('./games/GameSettingsDialog')).GameSettingsDialog,
)
const AccessDialog = lazyWithRetry(async () => (await import('./actions/AccessDialog')).AccessDialog)
const BlockQuestion = lazyWithRetry(async () => (await import('./actions/BlockQuestion')).BlockQuestion)
const CreateMachineDialog = lazyWithRetry(
  async () => (await import('./actions/CreateMachineDialog')).CreateMachineDialog,
)
const DeleteUserDialog = lazyWithRetry(
  async () => (await import('./actions/DeleteUserDialog')).DeleteUserDialog,
)

interface Props {
  user: User
  /** The action in the address; it may be unknown, or not allowed for this viewer. */
  action: string
  list: List<'users'> | undefined
  /** Whether everyone is in the list. */
  isComplete: boolean
  /** Called before the user is removed from the lists. */
  onDeleted: (user: User) => void
}

/** The dialog of an action on one user, kept as first shown, so that a refetch replaces no open form. */
export function UserDialogs({ user: current, action, list, isComplete, onDeleted }: Props) {
  const viewer = useCurrentUser()
  const { close: onClose } = useClose()
  const [user] = useState(current)
  const features = useActionFeatures()
  const offered = offersAction(viewer, user, action, features) ? action : null
  useDrop(offered === null ? FORBIDDEN_ACTION : null, 'do')
  const onCreated = (created: User) => showCreated(created, viewer)
  switch (offered) {
    case 'details':
      return <Details user={user} users={list?.rows ?? NO_USERS} onClose={onClose} />
    case 'edit':
      return <EditUserDialog user={user} onClose={onClose} />
    case 'create':
      return <CreateUserDialog parent={user} onlyParent={false} onCreated={onCreated} onClose={onClose} />
    case 'games':
      return <GameSettingsDialog user={user} onClose={onClose} />
    case 'delete':
      return <DeleteUserDialog user={user} onDeleted={onDeleted} onClose={onClose} />
    case 'block':
    case 'unblock':
      return (
        <BlockQuestion user={user} action={offered} list={list} isComplete={isComplete} onClose={onClose} />
      )
    case 'machine':
      return <CreateMachineDialog user={user} addressed onClose={onClose} />
    case 'unlock':
    case 'end-sessions':
    case 'reset-factor':
      return <AccessDialog user={user} change={offered} onClose={onClose} />
    case null:
      return null
  }
}

interface DetailsProps {
  user: User
  users: readonly User[]
  onClose: () => void
}

function Details({ user, users, onClose }: DetailsProps) {
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
