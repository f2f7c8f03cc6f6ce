import type { CreateGameRequest, GameResponse, UpdateGameRequest } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Caller } from '../tree'
import { type Db, MAX_ID } from '../../db/schema'
import { validationError, notFound } from '../../foundation/httpError'
import { writeAudit } from '../writes/writes'
import { rejectStale } from '../writes/staleVersions'
import { differences, isUnchanged } from '../writes/differences'

const COLUMNS = ['id', 'name', 'type', 'game_state', 'version'] as const

/** One catalogue for everyone, so a missing id is 404 for all levels. */
const games = (db: Db) => db.selectFrom('games').select(COLUMNS)

type Row = Awaited<ReturnType<ReturnType<typeof games>['executeTakeFirstOrThrow']>>

const toGame = ({ id, name, type, game_state, version }: Row): GameResponse => ({
  id,
  name,
  type: type as GameResponse['type'],
  gameState: game_state,
  version: String(version),
})

export const listGames = async (db: Db): Promise<GameResponse[]> =>
  (await games(db).orderBy('id').execute()).map(toGame)

/** The games with these ids; unknown ids are left out. */
export const findGames = async (db: Db, ids: readonly number[]): Promise<GameResponse[]> =>
  (
    await games(db)
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
  ).map(toGame)

export const listAvailableGames = async (db: Db): Promise<GameResponse[]> =>
  (await games(db).where('game_state', '=', true).orderBy('id').execute()).map(toGame)

/** @throws HttpError 404 */
export const findGame = (db: Db, gameId: number): Promise<GameResponse> => orNotFound(games(db), gameId)

export async function createGame(trx: Db, caller: Caller, request: CreateGameRequest): Promise<GameResponse> {
  const { name, type, gameState } = request
  const row = await trx
    .insertInto('games')
    .values({ name, type, game_state: gameState })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await writeAudit(trx, caller, {
    action: 'game.create',
    subject: { type: 'game', id: row.id },
    after: request,
  })
  return toGame(row)
}

interface GameVersion {
  gameId: number
  /** The version that a change is based on; undefined for any. */
  expected: number | undefined
}

/** @throws HttpError 404, 400 for an id other than the path's, 409 for a stale version */
export async function updateGame(
  trx: Db,
  caller: Caller,
  { gameId, request, expected }: GameVersion & { request: UpdateGameRequest },
): Promise<GameResponse> {
  const before = await lockGame(trx, { gameId, expected })
  if (request.id !== undefined && request.id !== gameId) {
    throw validationError('id', 'No es el juego de la dirección')
  }
  const { name, type, gameState } = request
  const changes = differences(before, { ...before, name, type, gameState })
  if (isUnchanged(changes)) return before
  const version = Number(before.version) + 1
  await trx
    .updateTable('games')
    .set({ name, type, game_state: gameState, version })
    .where('id', '=', gameId)
    .execute()
  await writeAudit(trx, caller, { action: 'game.update', subject: { type: 'game', id: gameId }, ...changes })
  return { id: gameId, name, type, gameState, version: String(version) }
}

/** Settings that still refer to the game omit it when read. @throws HttpError 404, 409 for a stale version */
export async function deleteGame(trx: Db, caller: Caller, { gameId, expected }: GameVersion): Promise<void> {
  const before = await lockGame(trx, { gameId, expected })
  await trx.deleteFrom('games').where('id', '=', gameId).execute()
  await writeAudit(trx, caller, { action: 'game.delete', subject: { type: 'game', id: gameId }, before })
}

async function lockGame(trx: Db, { gameId, expected }: GameVersion): Promise<GameResponse> {
  const game = await orNotFound(games(trx).forUpdate(), gameId)
  await rejectStale(trx, {
    expected,
    actual: Number(game.version),
    current: () => game,
    subject: { type: 'game', id: gameId },
    actions: ['game.create', 'game.update'],
    message: 'El juego ha cambiado entretanto',
  })
  return game
}

async function orNotFound(query: ReturnType<typeof games>, gameId: number): Promise<GameResponse> {
  const game = gameId > MAX_ID ? undefined : await query.where('id', '=', gameId).executeTakeFirst()
  if (!game) throw notFound()
  return toGame(game)
}
