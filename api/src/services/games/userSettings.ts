import {
  type GameSettingsRequest,
  gameSettingsResponse,
  type GameSettingsResponse,
} from '@console/shared-kernel/schemas'
import type { Actor } from '../tree/caller'
import { lockUser } from '../tree/lockUser'
import type { Db } from '../../db/schema'
import { writeAudit } from '../writes/audit'
import { differences, isUnchanged } from '../writes/differences'
import { refuseStale } from '../writes/versions'
import { refuseSettingsOutOfBounds } from './settingsBounds'

export async function readGameSettings(db: Db, userId: number): Promise<GameSettingsResponse> {
  return toSettings(db, await readStored(db, userId))
}

interface Stored {
  settings: unknown
  version: number
}

const NONE: Stored = { settings: {}, version: 1 }

const readStored = async (db: Db, userId: number): Promise<Stored> =>
  (await db
    .selectFrom('game_settings')
    .select(['settings', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? NONE

async function toSettings(db: Db, { settings, version }: Stored): Promise<GameSettingsResponse> {
  const read = gameSettingsResponse.parse(settings)
  return { ...read, selectedGames: await existing(db, read.selectedGames), version: String(version) }
}

export interface SettingsChange {
  userId: number
  /** Missing sections stay as they are. */
  request: Readonly<Partial<GameSettingsRequest>>
  expected: number | undefined
}

/** @throws HttpError 403 where the user has just gone, 409 for a stale version, 400 for a changed field out of its bounds */
export async function updateGameSettings(
  trx: Db,
  actor: Actor,
  { userId, request, expected }: SettingsChange,
): Promise<GameSettingsResponse> {
  await lockUser(trx, userId)
  const stored = await readStored(trx, userId)
  const before = await toSettings(trx, stored)
  const subject = { type: 'user', id: userId } as const
  await refuseStale(trx, {
    expected,
    actual: stored.version,
    current: () => before,
    subject,
    actions: ['user.game-settings'],
    message: 'La configuración de juegos ha cambiado entretanto',
  })
  const ids = (request.selectedGames ?? before.selectedGames).map((game) =>
    typeof game === 'number' ? game : game.id,
  )
  const after = { ...before, ...request, selectedGames: await existing(trx, ids) }
  refuseSettingsOutOfBounds(before, after)
  const changes = differences(before, after)
  if (isUnchanged(changes)) return before
  const version = stored.version + 1
  const { version: _version, ...settings } = after
  const row = { settings: JSON.stringify(settings), version }
  await trx
    .insertInto('game_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await writeAudit(trx, actor, { action: 'user.game-settings', subject, ...changes })
  return { ...after, version: String(version) }
}

async function existing(db: Db, gameIds: readonly number[]): Promise<number[]> {
  const games = await db.selectFrom('games').select('id').execute()
  const known = new Set(games.map(({ id }) => id))
  return [...new Set(gameIds)].filter((id) => known.has(id))
}
