import { lazyWithRetry, useCurrentUser } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { linksOfUser } from '@console/shared-kernel/rules'
import type { LostWrites } from './lostAnswers'
import { pathOf, type BlockImpact } from './model'
import { isOtherParent } from './parent/model'

const UserDetailsDialog = lazyWithRetry(async () => (await import('./lazyUserDetails')).UserDetailsDialog)
const ParentPickerDialog = lazyWithRetry(
  async () => (await import('./parent/ParentPickerDialog')).ParentPickerDialog,
)
const CreateUserDialog = lazyWithRetry(async () => (await import('./form/CreateUserDialog')).CreateUserDialog)
const EditUserDialog = lazyWithRetry(async () => (await import('./form/EditUserDialog')).EditUserDialog)
const DeleteUserDialog = lazyWithRetry(
  async () => (await import('./actions/DeleteUserDialog')).DeleteUserDialog,
)
const BlockUserDialog = lazyWithRetry(async () => (await import('./actions/BlockUserDialog')).BlockUserDialog)
const GameSettingsDialog = lazyWithRetry(
  async () => (await import('./games/GameSettingsDialog')).GameSettingsDialog,
)
const CreateMachineDialog = lazyWithRetry(
  async () => (await import('./actions/CreateMachineDialog')).CreateMachineDialog,
)

/** At most one is open. */
export type UserDialog =
  | { kind: 'details' | 'edit' | 'delete' | 'games' | 'machine'; user: User }
  | { kind: 'block'; user: User; impact: BlockImpact }
  | { kind: 'pickParent' }
  | { kind: 'create'; parent: User; onlyParent: boolean }

/** Asks for the parent first if there is a choice. */
export const createUserDialog = (viewer: User, users: readonly User[]): UserDialog =>
  users.some((user) => isOtherParent(user, viewer))
    ? { kind: 'pickParent' }
    : { kind: 'create', parent: viewer, onlyParent: true }

interface Props {
  dialog: UserDialog
  blockedAncestorOf: (user: User) => User | undefined
  parentOf: (user: User) => User | undefined
  lostCreations: LostWrites
  onBlock: (user: User) => Promise<void>
  onOpen: (dialog: UserDialog) => void
  onClose: () => void
}

export function UserDialogs(props: Props) {
  const { dialog, blockedAncestorOf, parentOf, lostCreations, onBlock, onOpen, onClose } = props
  const viewer = useCurrentUser()
  switch (dialog.kind) {
    case 'details':
      return (
        <UserDetailsDialog
          user={dialog.user}
          path={pathOf(dialog.user)}
          links={linksOfUser(dialog.user, { viewer, parent: parentOf(dialog.user) })}
          blockedThrough={blockedAncestorOf(dialog.user)?.userName}
          onClose={onClose}
        />
      )
    case 'edit':
      return <EditUserDialog user={dialog.user} onClose={onClose} />
    case 'block':
      return <BlockUserDialog {...dialog} onBlock={onBlock} onClose={onClose} />
    case 'delete':
      return <DeleteUserDialog user={dialog.user} onClose={onClose} />
    case 'games':
      return <GameSettingsDialog user={dialog.user} onClose={onClose} />
    case 'machine':
      return <CreateMachineDialog user={dialog.user} lostCreations={lostCreations} onClose={onClose} />
    case 'pickParent':
      return (
        <ParentPickerDialog
          onChoose={(parent) => onOpen({ kind: 'create', parent, onlyParent: false })}
          onClose={onClose}
        />
      )
    case 'create':
      return <CreateUserDialog parent={dialog.parent} onlyParent={dialog.onlyParent} onClose={onClose} />
  }
}
