import { availableGameListResponse } from '@console/shared-kernel/contracts/game.schema'
import {
  blockToggleResponse,
  creditHeaders,
  creditRequest,
  creditResponse,
  machineListResponse,
  machineResponse,
} from '@console/shared-kernel/contracts/machine.schema'
import {
  machineConfigRequest,
  machineConfigResponse,
} from '@console/shared-kernel/contracts/machineConfig.schema'
import type { App } from '../http/app'
import { badField } from '../http/errors'
import { actorOf, callerOf, targetOf } from '../http/guard'
import { sendJsonList } from '../http/jsonList'
import { listAvailableGames } from '../services/games/catalogue'
import { readConfig, updateConfig } from '../services/machines/config'
import { createMachine } from '../services/machines/createMachine'
import { machineJson, machineListJson } from '../services/machines/machineJson'
import { setCredit } from '../services/machines/setCredit'
import { toggleBlock } from '../services/machines/toggleBlock'
import type { Services } from '../services/services'
import { machineParams, userParams } from './params'

export function machineRoutes(app: App, { db }: Services): void {
  app.get('/api/Machines', { schema: { response: { 200: machineListResponse } } }, async (request, reply) =>
    sendJsonList(reply, await machineListJson(db, callerOf(request))),
  )

  app.get('/api/Machines/available-games', { schema: { response: { 200: availableGameListResponse } } }, () =>
    listAvailableGames(db),
  )

  app.post(
    '/api/machines/auto-create/:userId',
    { schema: { params: userParams, response: { 201: machineResponse } } },
    async (request, reply) => {
      const owner = targetOf(request)
      if (owner.level < 6) throw badField('userId', 'Usuario inválido para crear máquina')
      // read where nobody can have retired it yet
      const json = await db
        .transaction()
        .execute(async (trx) => machineJson(trx, await createMachine(trx, actorOf(request), owner)))
      return reply.code(201).send(machineResponse.parse(JSON.parse(json)))
    },
  )

  app.put(
    '/api/Machines/:machineId/credit',
    {
      schema: {
        params: machineParams,
        headers: creditHeaders,
        body: creditRequest,
        response: { 200: creditResponse },
      },
    },
    (request) => {
      const version = request.headers['if-match']?.replaceAll('"', '')
      return setCredit(db, actorOf(request), {
        machineId: request.params.machineId,
        amount: request.body.amount,
        expectedVersion: version === undefined ? undefined : Number(version),
        idempotencyKey: request.headers['idempotency-key'],
      })
    },
  )

  app.put(
    '/api/Machines/:machineId/toggle-block',
    { schema: { params: machineParams, response: { 200: blockToggleResponse } } },
    async (request) => ({ blocked: await toggleBlock(db, actorOf(request), request.params.machineId) }),
  )

  app.get(
    '/api/Machines/:machineId/config',
    { schema: { params: machineParams, response: { 200: machineConfigResponse } } },
    ({ params }) => readConfig(db, params.machineId),
  )

  app.put(
    '/api/Machines/:machineId/config',
    {
      schema: { params: machineParams, body: machineConfigRequest, response: { 200: machineConfigResponse } },
    },
    (request) => updateConfig(db, actorOf(request), request.params.machineId, request.body),
  )
}
