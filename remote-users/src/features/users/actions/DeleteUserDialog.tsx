import { removeRow, useApiMutation } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { DeletionDialog } from '@console/shared-kernel/form'
import { deletionFailureText, retirementText } from '../texts'
import { deleteUser } from './api'

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { run, error } = useApiMutation({
    call: deleteUser,
    patch: (client, _, userId) => removeRow(client, 'users', userId),
    successToast: () => 'User deleted successfully',
    onSuccess: onClose,
  })
  return (
    <DeletionDialog
      what={`user ${user.userName}`}
      consequence={retirementText(user)}
      error={error && deletionFailureText(error)}
      onConfirm={() => run(user.userId)}
      onClose={onClose}
    />
  )
}
