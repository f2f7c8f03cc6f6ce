import type { CopyGameSettingsRequest } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import { HttpError } from '../../foundation/httpError'
import { findBelow, type TreeNode } from '../tree/treeNode'
import { readGameSettings, type SettingsChange } from './userSettings'

/** @throws HttpError 403 or 404 for a user not below the caller, 409 for settings that the caller has not seen */
export async function settingsToCopy(
  db: Db,
  caller: TreeNode,
  { fromUserId, fromVersion, sections }: Omit<CopyGameSettingsRequest, 'items'>,
): Promise<SettingsChange['request']> {
  const { userId } = await findBelow(db, caller, fromUserId)
  const { selectedGames, jackpotSettings, otherSettings, version } = await readGameSettings(db, userId)
  if (fromVersion !== undefined && String(fromVersion) !== version)
    throw new HttpError(409, 'La configuración que se copia ha cambiado entretanto')
  return {
    ...(sections.includes('games') && { selectedGames }),
    ...(sections.includes('jackpots') && { jackpotSettings }),
    ...(sections.includes('other') && { otherSettings }),
  }
}
