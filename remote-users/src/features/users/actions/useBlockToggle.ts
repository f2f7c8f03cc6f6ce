import { useCallback } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type ApiMutation,
  lists,
  listsKey,
  type List,
  showActionToast,
  showToast,
  useApiMutation,
  useCurrentUser,
  usersQuery,
} from '@console/shared-kernel/core'
import { type User, userIdentity } from '@console/shared-kernel/contracts'
import { type BlockChange, type BlockImpact, blockImpactText } from '@console/shared-kernel/domain'
import { explainLostAnswer } from '../lostAnswers'
import { blockUnknownText, failureText } from '../texts'
import { showUpdatedUser } from '../form/api'
import { putBlocked, setBlocked } from './api'

interface Change {
  user: User
  /** Set if this is an Undo: the change to undo. */
  undo?: Undo
  /** Set by a dialog, which shows the failure. */
  dialog?: BlockInDialog
}

export interface BlockInDialog {
  /** The state after the change; the same as before if only the end changes. */
  isBlocked: boolean
  /** The block's reason and end. */
  extra: BlockChange
  onDone: () => void
}

interface Undo {
  /** The user before the change. */
  before: User
  /** The id of the activity row; null if the server sends none. */
  activityId: number | null
}

interface Changed {
  user: User
  /** Null if the call changed nothing that can be undone. */
  undo: Undo | null
}

/** One toast per user, so that only the last change offers Undo. */
const toastKey = ({ user }: Change) => `user.block.${userIdentity(user)}`

async function sendToggle({ user, undo, dialog }: Change): Promise<Changed> {
  const isBlocked = dialog?.isBlocked ?? !user.isBlocked
  const unknown = { ...user, isBlocked, version: null }
  if (undo) return { user: (await sendUndo(user, undo)) ?? unknown, undo: null }
  const { now, before, activityId } = await setBlocked(user, isBlocked, dialog?.extra)
  // Undo would end the block, which may be somebody else's, instead of restoring its end
  const isNewEnd = before?.isBlocked === isBlocked
  return { user: now ?? unknown, undo: before && !isNewEnd ? { before, activityId } : null }
}

/** Must not overwrite somebody else's later change. */
async function sendUndo(user: User, { before, activityId }: Undo): Promise<User | null> {
  if (activityId === null) return (await putBlocked(user, !user.isBlocked, previousEnd(before))).now
  const { undoBlock } = await import('./undoBlock')
  return undoBlock(activityId)
}

/** The end of a restored block, for servers that send no activity id. */
const previousEnd = ({ isBlocked, blockedUntil }: User): BlockChange =>
  isBlocked && blockedUntil ? { until: blockedUntil } : {}

const BLOCK_TOGGLE: ApiMutation<Change, Changed> = {
  call: (change) => sendToggle(change).catch(explainLostAnswer(blockUnknownText(change.user))),
  keyOf: ({ user }) => userIdentity(user),
  // the whole user: a version newer than the row would let the next change overwrite somebody else's
  patch: async (client, { user }) => {
    await showUpdatedUser(client, user.userId, user)
    // the block changes whether their owners are blocked
    void client.invalidateQueries({ queryKey: listsKey('machines') })
  },
  refetch: listsKey('users'),
  refetchAfterSuccess: false,
  toastKey,
  slowToast: ({ user, dialog }) =>
    dialog ? null : `${user.isBlocked ? 'unblock' : 'block'} of ${user.userName}`,
  onError: (failure, change) => {
    if (!change.dialog) showToast(failureText(failure), 'error', toastKey(change))
  },
}

/** Whether the row or the panel has started one: a second would still send the version before the first. */
const isUnderWay = (client: QueryClient, { userId }: User): boolean =>
  client.isMutating({
    predicate: ({ state }) => (state.variables as Partial<Change> | undefined)?.user?.userId === userId,
  }) > 0

const DONE = 'Usuario actualizado con éxito'

/**
 * The success toast offers Undo, which asks before it blocks the users below again. `error` is for the dialog
 * that has called `toggle`.
 *
 * @param list for the number of users below, which is unknown without it
 */
export function useBlockToggle(list?: List<'users'>, isComplete = false) {
  const client = useQueryClient()
  const viewer = useCurrentUser()
  const { run, busy, error } = useApiMutation<Change, Changed>({
    ...BLOCK_TOGGLE,
    onSuccess: ({ user, undo }, change) => {
      change.dialog?.onDone()
      if (!undo) return showToast(DONE, 'success', toastKey(change))
      const ariaLabel = `Undo ${user.isBlocked ? 'block' : 'unblock'} of ${user.userName}`
      const ask = async () => {
        // loaded here, because the screen needs no form code before
        const { confirmUndo } = await import('./undoBlock')
        // from the list that has the change, since an outdated one cannot be searched
        const now = client.getQueryData<List<'users'>>(usersQuery(viewer).queryKey) ?? list
        const impact = user.isBlocked ? null : await blockImpactOf(user, now, isComplete)
        if (await confirmUndo({ title: ariaLabel, question: impact && blockImpactText(impact) }))
          await run({ user, undo })
      }
      const showFailure = (failure: unknown) => showToast(failureText(failure), 'error', toastKey(change))
      const action = { label: 'Undo', ariaLabel, onClick: () => void ask().catch(showFailure) }
      showActionToast(DONE, action, toastKey(change))
    },
  })
  const toggle = useCallback(
    async (user: User, dialog?: BlockInDialog) => {
      if (!isUnderWay(client, user)) await run({ user, ...(dialog && { dialog }) })
    },
    [client, run],
  )
  return { toggle, busy, error }
}

/** Null if nothing is below the user. */
export async function blockImpactOf(
  user: User,
  list: List<'users'> | undefined,
  isComplete: boolean,
): Promise<BlockImpact | null> {
  const found = list && isComplete ? await lists.find(list, { filter: { below: user.userId } }) : null
  const users = found ? found.indexes.length : null
  return users === 0 && user.machineCount === 0 ? null : { users, machines: user.machineCount }
}
