import { useWrite } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { DeletionDialog } from '@console/shared-kernel/form'
import { removeUser } from '../api'
import { deletionFailureText } from '../failures'
import { deleteUser } from './api'

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useWrite(deleteUser, (client, _, userId) => removeUser(client, userId))
  return (
    <DeletionDialog
      what={`user ${user.userName}`}
      remove={() => mutateAsync(user.userId)}
      done="User deleted successfully"
      textOf={deletionFailureText}
      onClose={onClose}
    />
  )
}
