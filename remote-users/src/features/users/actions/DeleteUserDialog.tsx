import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CallError,
  isOutcomeUnknown,
  machinesQuery,
  newKey,
  removeRow,
  usableList,
  useApiMutation,
  useCurrentUser,
} from '@console/shared-kernel/core'
import type { Machine, User } from '@console/shared-kernel/contracts'
import { counted, formatUsd } from '@console/shared-kernel/domain'
import { DeletionDialog } from '@console/shared-kernel/form'
import { explainLostAnswer, lostAnswerText } from '../lostAnswers'
import { isMachineOf } from '../model'
import { deletionFailureText } from '../texts'
import { deleteUser, isDeleted } from './dialogCalls'

const UNKNOWN = lostAnswerText('the user was deleted. Deleting again is safe.')

interface Props {
  user: User
  /** Called before the user is removed from the lists. */
  onDeleted?: (user: User) => void
  onClose: () => void
}

export function DeleteUserDialog({ user, onDeleted, onClose }: Props) {
  const remove = useRepeatableDeletion()
  const { run, error } = useApiMutation({
    call: remove,
    patch: (client) => {
      onDeleted?.(user)
      return removeRow(client, 'users', user.userId)
    },
    successToast: () => 'User deleted successfully',
    onSuccess: onClose,
  })
  return (
    <DeletionDialog
      what={`user ${user.userName}`}
      consequence={useRetirementText(user)}
      error={error && deletionFailureText(error)}
      onConfirm={() => run(user)}
      onClose={onClose}
    />
  )
}

/** What a deletion does to the machines of a Client or Player. Undefined for a user without machines. */
function useRetirementText(user: User): string | undefined {
  const query = useQuery({ ...machinesQuery, enabled: user.machineCount > 0 })
  if (user.machineCount === 0) return undefined
  const list = usableList(query)
  if (list && !list.arriving)
    return retirementText(
      user,
      list.rows.filter((machine) => isMachineOf(machine, user)),
    )
  return `${retirementText(user, [])} ${query.error ? 'The credit could not be read.' : 'Reading the credit...'}`
}

/** @param machines empty if they are not known */
function retirementText({ userName, machineCount }: User, machines: readonly Machine[]): string {
  const count = machines.length || machineCount
  const cents = machines.reduce((sum, { creditCents }) => sum + creditCents, 0)
  const credit = machines.length > 0 ? ` with a total credit of ${formatUsd(cents)}` : ''
  const [them, they] = count === 1 ? ['it', 'it holds'] : ['them', 'they hold']
  return `${userName} has ${counted(count, 'machine')}${credit}. Deleting the user retires ${them}, with the credit that ${they}.`
}

/** How servers answer for a user who does not exist. Most viewers get the same answer for other people's users. */
const isGone = (failure: unknown): boolean =>
  failure instanceof CallError &&
  !failure.isProofDeclined &&
  (failure.status === 403 || failure.status === 404)

/** Once an answer has been lost, a user who is gone counts as deleted. */
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
