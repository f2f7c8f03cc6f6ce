import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  isOutcomeUnknown,
  newKey,
  removeRow,
  useApiMutation,
  useCurrentUser,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { DeletionDialog } from '@console/shared-kernel/form'
import { explainLostAnswer, isGone } from '../lostAnswers'
import { DELETION_UNKNOWN, deletionFailureText, retirementText } from '../texts'
import { deleteUser, isDeleted } from './api'

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useRepeatableDeletion()
  const { run, error } = useApiMutation({
    call: remove,
    patch: (client, _, { userId }) => removeRow(client, 'users', userId),
    successToast: () => 'User deleted successfully',
    onSuccess: onClose,
  })
  return (
    <DeletionDialog
      what={`user ${user.userName}`}
      consequence={retirementText(user)}
      error={error && deletionFailureText(error)}
      onConfirm={() => run(user)}
      onClose={onClose}
    />
  )
}

/** Once an answer was lost, a user who is gone counts as deleted. */
function useRepeatableDeletion() {
  const viewer = useCurrentUser()
  const client = useQueryClient()
  const [key] = useState(newKey)
  const lost = useRef<unknown>(null)

  return async (user: User): Promise<void> => {
    try {
      await deleteUser(user, key).catch(explainLostAnswer(DELETION_UNKNOWN))
    } catch (failure) {
      if (isOutcomeUnknown(failure)) lost.current = failure
      if (lost.current === null || !isGone(failure)) throw failure
      const isDone = await isDeleted(client, viewer, user)
      if (!isDone) throw isDone === null ? lost.current : failure
    }
  }
}
