import { newKey } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { revertChange } from '@console/shared-kernel/form'

export { confirmUndo } from '@console/shared-kernel/form'

/** The server restores the state that it has recorded. @returns null if the answer has no user */
export async function undoBlock(activityId: number): Promise<User | null> {
  const { user } = await revertChange({ activityId, key: newKey() })
  return user
}
