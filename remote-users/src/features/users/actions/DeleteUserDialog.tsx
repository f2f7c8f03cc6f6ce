import { useState } from 'react'
import { showToast, Typography, useWrite } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts/user'
import { ConfirmDialog } from '@console/shared-kernel/form'
import { deleteUser } from './api'
import { deletionFailureText } from '../failures'

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync } = useWrite(deleteUser)
  const [error, setError] = useState<string | null>(null)

  const confirm = async () => {
    setError(null)
    try {
      await mutateAsync(user.userId)
    } catch (failure) {
      setError(deletionFailureText(failure))
      return
    }
    showToast('User deleted successfully')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Confirm Deletion"
      confirmLabel="Delete"
      destructive
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{`Are you sure you want to delete user ${user.userName}?`}</Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>This action cannot be undone.</Typography>
    </ConfirmDialog>
  )
}
