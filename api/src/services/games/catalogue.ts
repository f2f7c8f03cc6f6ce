import type {
  CreateGameRequest,
  GameResponse,
  UpdateGameRequest,
} from '@console/shared-kernel/contracts/game.schema'
import type { Db } from '../../db/database'
import { MAX_ID } from '../../db/maxId'
import { badField, notFound } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'

const COLUMNS = ['id', 'name', 'type', 'game_state as gameState'] as const

/** The game catalogue is one for everybody, so an id that is not there is a 404 for everybody. */
const games = (db: Db) => db.selectFrom('games').select(COLUMNS).$castTo<GameResponse>()

export const listGames = (db: Db): Promise<GameResponse[]> => games(db).orderBy('id').execute()

/** Those that are in use: what a machine may be given. */
export const listAvailableGames = (db: Db): Promise<GameResponse[]> =>
  games(db).where('game_state', '=', true).orderBy('id').execute()

/** @throws HttpError 404 */
export const findGame = (db: Db, gameId: number): Promise<GameResponse> => orNotFound(games(db), gameId)

export const createGame = (db: Db, actor: Actor, request: CreateGameRequest): Promise<GameResponse> =>
  db.transaction().execute(async (trx) => {
    const { name, type, gameState } = request
    const { id } = await trx
      .insertInto('games')
      .values({ name, type, game_state: gameState })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(trx, actor, { action: 'game.create', subject: `game ${id}`, after: request })
    return { id, name, type, gameState }
  })

/** @throws HttpError 404, or 400 for an id that is not the path's */
export const updateGame = (
  db: Db,
  actor: Actor,
  gameId: number,
  request: UpdateGameRequest,
): Promise<GameResponse> =>
  db.transaction().execute(async (trx) => {
    const before = await lockGame(trx, gameId)
    if (request.id !== undefined && request.id !== gameId) {
      throw badField('id', 'No es el juego de la dirección')
    }
    const { name, type, gameState } = request
    await trx
      .updateTable('games')
      .set({ name, type, game_state: gameState })
      .where('id', '=', gameId)
      .execute()
    const after = { id: gameId, name, type, gameState }
    await writeAudit(trx, actor, { action: 'game.update', subject: `game ${gameId}`, before, after })
    return after
  })

/** Movements and settings go on naming it by its id; settings leave it out when they are read. */
export const deleteGame = (db: Db, actor: Actor, gameId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockGame(trx, gameId)
    await trx.deleteFrom('games').where('id', '=', gameId).execute()
    await writeAudit(trx, actor, { action: 'game.delete', subject: `game ${gameId}`, before })
  })

const lockGame = (trx: Db, gameId: number): Promise<GameResponse> =>
  orNotFound(games(trx).forUpdate(), gameId)

async function orNotFound(query: ReturnType<typeof games>, gameId: number): Promise<GameResponse> {
  const game = gameId > MAX_ID ? undefined : await query.where('id', '=', gameId).executeTakeFirst()
  if (!game) throw notFound()
  return game
}
