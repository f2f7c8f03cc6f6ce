import {
  bulkConfigRequest,
  bulkConfigResponse,
  bulkCreditRequest,
  bulkCreditResponse,
  bulkMachineBlockRequest,
  bulkMachineBlockResponse,
  bulkUserBlockRequest,
  bulkUserBlockResponse,
  copyGameSettingsRequest,
  copySettingsResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import { HttpError } from '../foundation/httpError'
import { answerBulk } from '../http/bulk'
import { actorOf, callerOf } from '../http/caller'
import { LIST_BODY_LIMIT } from '../http/limits'
import { settingsToCopy } from '../services/games/settingsToCopy'
import { updateGameSettings } from '../services/games/userSettings'
import { updateConfig } from '../services/machines/config'
import { setBlocked } from '../services/machines/setBlocked'
import { setCredit } from '../services/machines/setCredit'
import type { Services } from '../services/services'
import { awaitWritesBelow } from '../services/sessions/awaitWrites'
import { updateUser } from '../services/users/updateUser'
import { readUser } from '../services/users/userList'

const headers = writeHeaders.pick({ 'idempotency-key': true })
const machineOf = ({ machineId }: { machineId: string }): string => machineId
const userOf = ({ userId }: { userId: number }): number => userId

export function bulkRoutes(app: App, services: Services): void {
  machineBulkRoutes(app, services)
  userBulkRoutes(app, services)
}

function machineBulkRoutes(app: App, { writes }: Services): void {
  app.post(
    '/api/Machines/bulk/credit',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: { headers, body: bulkCreditRequest, response: { 200: bulkCreditResponse } },
    },
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: machineOf,
        change: (trx, { machineId, amount, add = 0, creditVersion }) =>
          setCredit(trx, actorOf(request), {
            machineId,
            amount: amount ?? add,
            how: amount === undefined ? 'add' : 'set',
            expected: creditVersion,
          }),
      }),
  )

  app.post(
    '/api/Machines/bulk/block',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: { headers, body: bulkMachineBlockRequest, response: { 200: bulkMachineBlockResponse } },
    },
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: machineOf,
        change: (trx, { machineId, blocked, version }) =>
          setBlocked(trx, actorOf(request), { machineId, blocked, expected: version }),
      }),
  )

  app.post(
    '/api/Machines/bulk/config',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: { headers, body: bulkConfigRequest, response: { 200: bulkConfigResponse } },
    },
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: machineOf,
        change: (trx, { machineId, version }) => {
          const change = { machineId, request: request.body.config, expected: version }
          return updateConfig(trx, actorOf(request), change)
        },
      }),
  )
}

function userBulkRoutes(app: App, { db, writes }: Services): void {
  app.post(
    '/api/Users/bulk/block',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: { headers, body: bulkUserBlockRequest, response: { 200: bulkUserBlockResponse } },
    },
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: userOf,
        change: async (trx, { userId, blocked, version }, target) => {
          const payload = { password: '', isBlocked: blocked }
          const change = { passwordHash: null, expected: version }
          await updateUser(trx, actorOf(request), target, payload, change)
          return readUser(trx, userId)
        },
        afterCommit: async ({ blocked }, target) => {
          if (blocked) await awaitWritesBelow(db, target)
        },
      }),
  )

  app.post(
    '/api/Games/user-settings/copy',
    {
      bodyLimit: LIST_BODY_LIMIT,
      schema: { headers, body: copyGameSettingsRequest, response: { 200: copySettingsResponse } },
    },
    async (request, reply) => {
      const settings = await settingsToCopy(db, callerOf(request), request.body).catch(asRefusal)
      return answerBulk(writes, request, reply, {
        idOf: userOf,
        refusal: settings instanceof HttpError ? settings : null,
        change: async (trx, { userId, version }) => {
          if (settings instanceof HttpError) throw settings
          return updateGameSettings(trx, actorOf(request), { userId, request: settings, expected: version })
        },
      })
    },
  )
}

function asRefusal(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}
