import { CallError, newKey } from '@console/shared-kernel/core'
import { revertChange } from '@console/shared-kernel/form'
import type { BlockAnswer } from '../api'

/** The server restores the state that it recorded, because the row shown may be outdated. */
export async function undoBlock(activityId: number): Promise<BlockAnswer> {
  const { machine } = await revertChange({ activityId, key: newKey() })
  if (!machine) throw new CallError('The answer does not say whether the machine is blocked')
  const { blocked, blockedUntil = null, version = null } = machine
  return { blocked, blockedUntil, version, activityId: null }
}
