import type { CopySettingsRequest } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { findBelow, type TreeNode } from '../tree/treeNode'
import { readGameSettings, type SettingsChange } from './userSettings'

/** @throws HttpError 403 or 404 for a user not below the caller */
export async function settingsToCopy(
  db: Db,
  caller: TreeNode,
  { fromUserId, sections }: Pick<CopySettingsRequest, 'fromUserId' | 'sections'>,
): Promise<SettingsChange['request']> {
  const { userId } = await findBelow(db, caller, fromUserId)
  const { selectedGames, jackpotSettings, otherSettings } = await readGameSettings(db, userId)
  return {
    ...(sections.includes('games') && { selectedGames }),
    ...(sections.includes('jackpots') && { jackpotSettings }),
    ...(sections.includes('other') && { otherSettings }),
  }
}
