import {
  createGameRequest,
  gameListResponse,
  gameResponse,
  updateGameRequest,
} from '@console/shared-kernel/contracts/game.schema'
import {
  gameSettingsRequest,
  gameSettingsResponse,
} from '@console/shared-kernel/contracts/gameSettings.schema'
import type { App } from '../http/app'
import { actorOf, targetOf } from '../http/guard'
import { createGame, deleteGame, findGame, listGames, updateGame } from '../services/games/catalogue'
import { readGameSettings, updateGameSettings } from '../services/games/userSettings'
import type { Services } from '../services/services'
import { gameParams, nothing, userParams } from './params'

/** The catalogue, one for everybody. */
export function gameRoutes(app: App, { db }: Services): void {
  app.get('/api/Games', { schema: { response: { 200: gameListResponse } } }, () => listGames(db))

  app.get(
    '/api/Games/:gameId',
    { schema: { params: gameParams, response: { 200: gameResponse } } },
    ({ params }) => findGame(db, params.gameId),
  )

  app.post(
    '/api/Games',
    { schema: { body: createGameRequest, response: { 201: gameResponse } } },
    async (request, reply) => reply.code(201).send(await createGame(db, actorOf(request), request.body)),
  )

  app.put(
    '/api/Games/:gameId',
    { schema: { params: gameParams, body: updateGameRequest, response: { 200: gameResponse } } },
    (request) => updateGame(db, actorOf(request), request.params.gameId, request.body),
  )

  app.delete(
    '/api/Games/:gameId',
    { schema: { params: gameParams, response: { 204: nothing } } },
    async (request, reply) => {
      await deleteGame(db, actorOf(request), request.params.gameId)
      return reply.code(204).send()
    },
  )
}

/** What each user is given of it. */
export function gameSettingsRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/Games/user-settings/:userId',
    { schema: { params: userParams, response: { 200: gameSettingsResponse } } },
    (request) => readGameSettings(db, targetOf(request).userId),
  )

  app.put(
    '/api/Games/user-settings/:userId',
    {
      schema: { params: userParams, body: gameSettingsRequest, response: { 200: gameSettingsResponse } },
    },
    (request) => updateGameSettings(db, actorOf(request), targetOf(request).userId, request.body),
  )
}
