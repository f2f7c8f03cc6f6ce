import {
  type GameSettingsRequest,
  gameSettingsResponse,
  type GameSettingsResponse,
  isWholeCents,
  type CopyGameSettingsRequest,
} from '@console/shared-kernel/schemas'
import { type Caller, lockUser, findBelow, type TreeNode } from '../tree'
import type { Db } from '../../db/schema'
import { writeAudit } from '../writes/writes'
import { rejectStale } from '../writes/staleVersions'
import { differences, isUnchanged } from '../writes/differences'
import { FieldErrors, HttpError } from '../../foundation/httpError'

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

/**
 * @throws HttpError 403 if the user was just deleted, 409 for a stale version, 400 for a changed field that
 * is out of bounds
 */
export async function updateGameSettings(
  trx: Db,
  caller: Caller,
  { userId, request, expected }: SettingsChange,
): Promise<GameSettingsResponse> {
  await lockUser(trx, userId)
  const stored = await readStored(trx, userId)
  const before = await toSettings(trx, stored)
  const subject = { type: 'user', id: userId } as const
  await rejectStale(trx, {
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
  rejectSettingsOutOfBounds(before, after)
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
  await writeAudit(trx, caller, { action: 'user.game-settings', subject, ...changes })
  return { ...after, version: String(version) }
}

async function existing(db: Db, gameIds: readonly number[]): Promise<number[]> {
  const games = await db.selectFrom('games').select('id').execute()
  const known = new Set(games.map(({ id }) => id))
  return [...new Set(gameIds)].filter((id) => known.has(id))
}

const JACKPOTS = ['megaJackpot', 'superJackpot', 'miniJackpot'] as const
const VALUES = ['apMinimum', 'initial', 'maximum'] as const
const PERCENTAGES = ['increasePercentage', 'increaseBackupPercentage'] as const
const MAX_VALUE = 1e9

/** Checks changed fields only: stored ones may be older than the bounds. @throws HttpError 400 */
export function rejectSettingsOutOfBounds(before: GameSettingsResponse, after: GameSettingsResponse): void {
  const errors = new FieldErrors()
  for (const jackpot of JACKPOTS) {
    const [was, is] = [before.jackpotSettings[jackpot], after.jackpotSettings[jackpot]]
    for (const name of VALUES) {
      if (is[name] === was[name]) continue
      const path = `jackpotSettings.${jackpot}.${name}`
      if (is[name] < 0 || is[name] > MAX_VALUE) errors.add(path, `Debe estar entre 0 y ${MAX_VALUE}`)
      else if (!isWholeCents(is[name])) errors.add(path, 'Debe tener dos decimales como máximo')
    }
    for (const name of PERCENTAGES) {
      if (is[name] === was[name] || (is[name] >= 0 && is[name] <= 100)) continue
      errors.add(`jackpotSettings.${jackpot}.${name}`, 'Debe estar entre 0 y 100')
    }
  }
  errors.throwIfAny()
}

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
