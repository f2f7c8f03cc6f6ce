import {
  createGameRequest,
  gameListResponse,
  gameResponse,
  gameSettingsRequest,
  gameSettingsResponse,
  updateGameRequest,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/app'
import { targetOf } from '../http/accessRules'
import { answerWrite } from '../http/answerWrite'
import { SETTINGS_BODY_LIMIT } from '../http/limits'
import { createGame, deleteGame, findGame, listGames, updateGame } from '../services/games/catalogue'
import { readGameSettings, updateGameSettings } from '../services/games/userSettings'
import type { Services } from '../services/services'
import { changeOf, gameParams, emptyBody, userParams } from './params'

export function gameRoutes(app: App, { db, writes, proofs }: Services): void {
  app.get('/api/Games', { schema: { response: { 200: gameListResponse } } }, () => listGames(db))

  app.get(
    '/api/Games/:gameId',
    { schema: { params: gameParams, response: { 200: gameResponse } } },
    ({ params }) => findGame(db, params.gameId),
  )

  app.post(
    '/api/Games',
    { schema: { headers: writeHeaders, body: createGameRequest, response: { 201: gameResponse } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 201 }, (trx, caller) =>
        createGame(trx, caller, request.body),
      ),
  )

  app.put(
    '/api/Games/:gameId',
    {
      schema: changeOf(gameParams, updateGameRequest, { 200: gameResponse }),
    },
    (request, reply) => {
      const { params, body } = request
      return answerWrite({ writes, request, reply, status: 200 }, (trx, caller, expected) =>
        updateGame(trx, caller, { gameId: params.gameId, request: body, expected }),
      )
    },
  )

  app.delete(
    '/api/Games/:gameId',
    { schema: { headers: writeHeaders, params: gameParams, response: { 204: emptyBody } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 204 }, async (trx, caller, expected) => {
        await deleteGame(trx, caller, { gameId: request.params.gameId, expected })
        await proofs.require(trx, caller)
      }),
  )

  app.get(
    '/api/Games/user-settings/:userId',
    { schema: { params: userParams, response: { 200: gameSettingsResponse } } },
    (request) => readGameSettings(db, targetOf(request).userId),
  )

  app.put(
    '/api/Games/user-settings/:userId',
    {
      bodyLimit: SETTINGS_BODY_LIMIT,
      schema: changeOf(userParams, gameSettingsRequest, { 200: gameSettingsResponse }),
    },
    (request, reply) => {
      const { userId } = targetOf(request)
      return answerWrite({ writes, request, reply, status: 200 }, (trx, caller, expected) =>
        updateGameSettings(trx, caller, { userId, request: request.body, expected }),
      )
    },
  )
}
