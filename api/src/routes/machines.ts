import {
  availableGameListResponse,
  blockToggleRequest,
  commonConfigResponse,
  creditRequest,
  creditResponse,
  machineBlockResponse,
  machineConfigChange,
  machineConfigResponse,
  machineRowResponse,
  machineTrendResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import { isEndUser } from '@console/shared-kernel/levels'
import type { App } from '../foundation/app'
import { validationError } from '../foundation/httpError'
import { callerOf, targetOf } from '../http/accessRules'
import { listAnswer, negotiateFormat, sendList } from '../http/list'
import { answerWrite } from '../http/answerWrite'
import { LIST_BODY_LIMIT } from '../http/limits'
import { listAvailableGames } from '../services/games/catalogue'
import { readCommonConfig } from '../services/machines/commonConfig'
import { readConfig, updateConfig } from '../services/machines/config'
import { createMachine, setBlocked, setCredit } from '../services/machines/changes'
import { machineJson, machineList } from '../services/lists'
import { readTrend } from '../services/reports/trend'
import type { Services } from '../services/services'
import { changeOf, machineParams, userParams } from './params'

export function machineRoutes(app: App, services: Services): void {
  const { db, transactList, writes, proofs, timeZone, reasonAboveCents } = services
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
      return answerWrite({ writes, request, reply, status: 201 }, async (trx, caller) => {
        const json = await machineJson(trx, await createMachine(trx, caller, owner))
        return machineRowResponse.parse(JSON.parse(json))
      })
    },
  )

  app.put(
    '/api/Machines/:machineId/credit',
    {
      schema: changeOf(machineParams, creditRequest, { 200: creditResponse }),
    },
    (request, reply) => {
      const { machineId } = request.params
      const { amount, reason } = request.body
      return answerWrite({ writes, request, reply, status: 200 }, async (trx, caller, expected) => {
        const change = { machineId, amount, how: 'set', expected, reason, reasonAboveCents } as const
        const credit = await setCredit(trx, caller, change)
        await proofs.requireForCredit(trx, caller)
        return credit
      })
    },
  )

  app.put(
    '/api/Machines/:machineId/toggle-block',
    {
      schema: changeOf(machineParams, blockToggleRequest, { 200: machineBlockResponse }),
    },
    (request, reply) => {
      const { machineId } = request.params
      const { blocked, until, reason } = request.body
      return answerWrite({ writes, request, reply, status: 200 }, (trx, caller, expected) =>
        setBlocked(trx, caller, { machineId, blocked, until, reason, expected }),
      )
    },
  )

  app.get(
    '/api/Machines/:machineId/config',
    { schema: { params: machineParams, response: { 200: machineConfigResponse } } },
    ({ params }) => readConfig(db, params.machineId),
  )

  app.get(
    '/api/Machines/:machineId/config/common',
    { schema: { params: machineParams, response: { 200: commonConfigResponse } } },
    ({ params }) => transactList()((trx) => readCommonConfig(trx, params.machineId)),
  )

  app.put(
    '/api/Machines/:machineId/config',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: changeOf(machineParams, machineConfigChange, { 200: machineConfigResponse }),
    },
    (request, reply) => {
      const { machineId } = request.params
      const { reason, ...config } = request.body
      return answerWrite({ writes, request, reply, status: 200 }, (trx, caller, expected) =>
        updateConfig(trx, caller, { machineId, request: config, reason, expected }),
      )
    },
  )

  app.get(
    '/api/Machines/:machineId/trend',
    { schema: { params: machineParams, response: { 200: machineTrendResponse } } },
    ({ params }) =>
      transactList()((trx) => readTrend(trx, { machineId: params.machineId, timeZone, now: new Date() })),
  )
}
