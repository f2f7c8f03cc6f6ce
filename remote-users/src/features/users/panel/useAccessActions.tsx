import { useFeature } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { type ActionFeatures, USER_ACTIONS, userActions } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'
import { useOpen } from '@console/shared-kernel/view'
import { type AccessChange, isAccessChange } from '../actions/userActions'

/** The features of the server that decide about actions. */
export const useActionFeatures = (): ActionFeatures => ({
  userAccess: useFeature('userAccess') !== undefined,
  security: useFeature('security') !== undefined,
  blockEnd: useFeature('blockEnd') !== undefined,
})

/**
 * Sign-in actions on users below, if the server has the calls. Master and Administrators get all of them;
 * other managers can only reset the second factor.
 */
export function useAccessActions(viewer: User, user: User): RowAction[] {
  const { open } = useOpen()
  const action = (change: AccessChange): RowAction => ({
    label: USER_ACTIONS[change][0],
    icon: null,
    onClick: () => open('user', user.userId, change),
  })
  return userActions(viewer, user, useActionFeatures())
    .map(({ name }) => name)
    .filter(isAccessChange)
    .map(action)
}
