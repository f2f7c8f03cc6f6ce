import type { QueryClient } from '@tanstack/react-query'
import { isOutcomeUnknown, messageOf } from '../../client/errors'
import { http } from '../../client/http'
import { confirmUndo } from '../../client/undoQuestion'
import { isStale, newKey, useApiMutation } from '../../client/useApiMutation'
import { type Machine, normaliseMachine } from '../../contracts/machine'
import { normaliseUser, type User } from '../../contracts/user'
import { asRecord } from '../../contracts/wireReaders'
import { listsKey, putRow } from '../../lists/listQueries'

/** The reverted object in its current state; null for fields missing from the answer. */
interface Reverted {
  machine: Machine | null
  user: User | null
}

interface Revert {
  /** Identifies the row of activity. */
  activityId: number
  /** The same each time a revert is resent. */
  key: string
  reason?: string
}

/** Reverts a change. @throws CallError 409 with `since` if the object has been changed since */
export async function revertChange({ activityId, key, ...body }: Revert): Promise<Reverted> {
  const headers = { 'Idempotency-Key': key }
  const { data } = await http.post<unknown>(`/api/activity/${activityId}/revert`, body, { headers })
  const { machine, user } = asRecord(data)
  return { machine: normaliseMachine(machine), user: normaliseUser(user) }
}

/** Shows the reverted change in all lists. */
export async function showReverted(client: QueryClient, { machine, user }: Reverted): Promise<void> {
  if (machine) await putRow(client, 'machines', machine)
  if (user) {
    await putRow(client, 'users', user)
    // the machines' owners may now be blocked or unblocked
    void client.invalidateQueries({ queryKey: listsKey('machines') })
  }
}

interface Undo {
  activityId: number
  /** Names the change in toasts: 'credit of ana Slot 1'. */
  what: string
  toastKey: string
  /** The amount of a credit change. */
  cents?: number
  /** A question to ask beforehand; null or absent for none. */
  question?: string | null
}

/** Undo in a change's toast. `run` can be called after its component is unmounted. */
export function useUndo() {
  const { run } = useApiMutation<Undo & { reason?: string }, Reverted>({
    call: ({ activityId, reason }) => revertChange({ activityId, key: newKey(), ...(reason && { reason }) }),
    keyOf: ({ activityId }) => activityId,
    patch: showReverted,
    refetch: listsKey('machines'),
    refetchAfterSuccess: false,
    toastKey: ({ toastKey }) => toastKey,
    slowToast: ({ what }) => `undo of ${what}`,
    successToast: (_, { what }) => `Undone: ${what}`,
    errorToast: undoFailureText,
  })
  return {
    run: async (undo: Undo) => {
      const reason = await confirmUndo({
        title: `Undo ${undo.what}`,
        cents: undo.cents,
        question: undo.question,
      })
      if (reason) await run({ ...undo, ...reason })
    },
  }
}

/** Says why a change was not undone, or that the outcome is unknown. */
export function undoFailureText(failure: unknown): string {
  if (isOutcomeUnknown(failure))
    return 'No answer was received: it is not known whether the change was undone. Look before you repeat it.'
  // without `changedBy`, the server's message gives the reason: the database was restored
  if (isStale(failure) && failure.changedBy) return `Not undone: ${failure.changedBy} has changed it since`
  return `Not undone: ${messageOf(failure, 'Unknown error')}`
}
