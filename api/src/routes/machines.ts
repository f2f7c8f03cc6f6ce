import {
  availableGameListResponse,
  blockToggleRequest,
  creditRequest,
  creditResponse,
  machineBlockResponse,
  machineConfigRequest,
  machineConfigResponse,
  machineRowResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import { isEndUser } from '@console/shared-kernel/rules'
import type { App } from '../foundation/appType'
import { validationError } from '../foundation/httpError'
import { actorOf, callerOf, targetOf } from '../http/caller'
import { listAnswer, negotiateFormat, sendList } from '../http/list'
import { answerWrite, expectedVersion } from '../http/answerWrite'
import { LIST_BODY_LIMIT } from '../http/limits'
import { listAvailableGames } from '../services/games/catalogue'
import { readConfig, updateConfig } from '../services/machines/config'
import { createMachine } from '../services/machines/createMachine'
import { machineJson, machineList } from '../services/machines/machineList'
import { setBlocked } from '../services/machines/setBlocked'
import { setCredit } from '../services/machines/setCredit'
import type { Services } from '../services/services'
import { machineParams, userParams } from './params'

export function machineRoutes(app: App, { db, transactList, writes }: Services): void {
  app.get(
    '/api/Machines',
    { schema: { response: { 200: listAnswer(machineRowResponse.array(), machineRowResponse) } } },
    async (request, reply) =>
      sendList(reply, negotiateFormat(request, reply), await machineList(transactList(), callerOf(request))),
  )

  app.get('/api/Machines/available-games', { schema: { response: { 200: availableGameListResponse } } }, () =>
    listAvailableGames(db),
  )

  app.post(
    '/api/machines/auto-create/:userId',
    { schema: { headers: writeHeaders, params: userParams, response: { 201: machineRowResponse } } },
    async (request, reply) => {
      const owner = targetOf(request)
      if (!isEndUser(owner.level)) throw validationError('userId', 'Usuario inválido para crear máquina')
      // within the transaction: afterwards the machine may be retired already
      return answerWrite(writes, request, reply, 201, async (trx) => {
        const json = await machineJson(trx, await createMachine(trx, actorOf(request), owner))
        return machineRowResponse.parse(JSON.parse(json))
      })
    },
  )

  app.put(
    '/api/Machines/:machineId/credit',
    {
      schema: {
        params: machineParams,
        headers: writeHeaders,
        body: creditRequest,
        response: { 200: creditResponse },
      },
    },
    (request, reply) =>
      answerWrite(writes, request, reply, 200, (trx) =>
        setCredit(trx, actorOf(request), {
          machineId: request.params.machineId,
          amount: request.body.amount,
          how: 'set',
          expected: expectedVersion(request),
        }),
      ),
  )

  app.put(
    '/api/Machines/:machineId/toggle-block',
    {
      schema: {
        params: machineParams,
        headers: writeHeaders,
        body: blockToggleRequest,
        response: { 200: machineBlockResponse },
      },
    },
    (request, reply) =>
      answerWrite(writes, request, reply, 200, (trx) =>
        setBlocked(trx, actorOf(request), {
          machineId: request.params.machineId,
          blocked: request.body.blocked,
          expected: expectedVersion(request),
        }),
      ),
  )

  app.get(
    '/api/Machines/:machineId/config',
    { schema: { params: machineParams, response: { 200: machineConfigResponse } } },
    ({ params }) => readConfig(db, params.machineId),
  )

  app.put(
    '/api/Machines/:machineId/config',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: {
        params: machineParams,
        headers: writeHeaders,
        body: machineConfigRequest,
        response: { 200: machineConfigResponse },
      },
    },
    (request, reply) =>
      answerWrite(writes, request, reply, 200, (trx) =>
        updateConfig(trx, actorOf(request), {
          machineId: request.params.machineId,
          request: request.body,
          expected: expectedVersion(request),
        }),
      ),
  )
}
