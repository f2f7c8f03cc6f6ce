import type { CopyGameSettingsRequest } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { findBelow, type TreeNode } from '../tree/treeNode'
import { readGameSettings, type SettingsChange } from './userSettings'

interface SettingsToCopy {
  readonly settings: SettingsChange['request']
  /** They are no longer what the caller has seen. */
  readonly isStale: boolean
}

/** @throws HttpError 403 or 404 for a user not below the caller */
export async function settingsToCopy(
  db: Db,
  caller: TreeNode,
  { fromUserId, fromVersion, sections }: Omit<CopyGameSettingsRequest, 'items'>,
): Promise<SettingsToCopy> {
  const { userId } = await findBelow(db, caller, fromUserId)
  const { selectedGames, jackpotSettings, otherSettings, version } = await readGameSettings(db, userId)
  return {
    settings: {
      ...(sections.includes('games') && { selectedGames }),
      ...(sections.includes('jackpots') && { jackpotSettings }),
      ...(sections.includes('other') && { otherSettings }),
    },
    isStale: fromVersion !== undefined && String(fromVersion) !== version,
  }
}
