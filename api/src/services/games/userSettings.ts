import {
  gameSettingsResponse,
  type GameSettingsRequest,
  type GameSettingsResponse,
} from '@console/shared-kernel/contracts/gameSettings.schema'
import type { Db } from '../../db/database'
import { writeAudit, type Actor } from '../audit'

/** A user's game settings; whoever has none has the defaults. Games that are no longer there are left out. */
export async function readGameSettings(db: Db, userId: number): Promise<GameSettingsResponse> {
  const row = await db
    .selectFrom('game_settings')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const settings = gameSettingsResponse.parse(row?.settings ?? {})
  return { ...settings, selectedGames: await existing(db, settings.selectedGames) }
}

/** Replaces them whole. @returns the settings as they are now */
export const updateGameSettings = (
  db: Db,
  actor: Actor,
  userId: number,
  request: GameSettingsRequest,
): Promise<GameSettingsResponse> =>
  db.transaction().execute(async (trx) => {
    const before = await readGameSettings(trx, userId)
    const ids = request.selectedGames.map((game) => (typeof game === 'number' ? game : game.id))
    const after = { ...request, selectedGames: await existing(trx, ids) }
    const settings = JSON.stringify(after)
    await trx
      .insertInto('game_settings')
      .values({ user_id: userId, settings })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings }))
      .execute()
    await writeAudit(trx, actor, { action: 'user.game-settings', subject: `user ${userId}`, before, after })
    return after
  })

async function existing(db: Db, gameIds: readonly number[]): Promise<number[]> {
  const games = await db.selectFrom('games').select('id').execute()
  const known = new Set(games.map(({ id }) => id))
  return [...new Set(gameIds)].filter((id) => known.has(id))
}
