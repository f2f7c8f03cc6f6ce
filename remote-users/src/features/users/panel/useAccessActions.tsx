import { useFeature } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { type ActionFeatures, USER_ACTIONS, userActions } from '@console/shared-kernel/rules'
import type { RowAction } from '@console/shared-kernel/table'
import { useOpen } from '@console/shared-kernel/view'
import { type AccessChange, isAccessChange } from '../actions/userActions'

/** The actions that depend on the server. */
export const useActionFeatures = (): ActionFeatures => ({
  userAccess: useFeature('userAccess') !== undefined,
  security: useFeature('security') !== undefined,
  blockEnd: useFeature('blockEnd') !== undefined,
})

/** About users below, where the server has the calls: for Master and Administrators; a factor is reset by all above. */
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
