import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  CallError,
  isOutcomeUnknown,
  newKey,
  removeRow,
  useApiMutation,
  useCurrentUser,
} from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { DeletionDialog } from '@console/shared-kernel/form'
import { explainLostAnswer, lostAnswerText } from '../lostAnswers'
import { deletionFailureText } from '../texts'
import { deleteUser, isDeleted } from './dialogCalls'

const UNKNOWN = lostAnswerText('the user was deleted. Deleting again is safe.')

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

/** What a deletion does to the machines of a Client or Player. Undefined for a user without machines. */
function retirementText({ userName, machineCount }: User): string | undefined {
  if (machineCount === 0) return undefined
  const loss =
    machineCount === 1
      ? 'Deleting the user retires it, with the credit that it holds.'
      : 'Deleting the user retires them, with the credit that they hold.'
  return `${userName} has ${counted(machineCount, 'machine')}. ${loss}`
}

/** How servers answer for a user who does not exist. Most viewers get the same for users of others. */
const isGone = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 403 || failure.status === 404)

/** Once an answer was lost, a user who is gone counts as deleted. */
function useRepeatableDeletion() {
  const viewer = useCurrentUser()
  const client = useQueryClient()
  const [key] = useState(newKey)
  const lost = useRef<unknown>(null)

  return async (user: User): Promise<void> => {
    try {
      await deleteUser(user, key).catch(explainLostAnswer(UNKNOWN))
    } catch (failure) {
      if (isOutcomeUnknown(failure)) lost.current = failure
      if (lost.current === null || !isGone(failure)) throw failure
      const isDone = await isDeleted(client, viewer, user)
      if (!isDone) throw isDone === null ? lost.current : failure
    }
  }
}
