import { useWrite } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { DeletionDialog } from '@console/shared-kernel/form'
import { deleteUser } from './api'
import { deletionFailureText } from '../failures'

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useWrite(deleteUser)
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
