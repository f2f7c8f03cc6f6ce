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
import type { App } from '../foundation/app'
import { HttpError } from '../foundation/httpError'
import { answerBulk } from '../http/bulk'
import { callerOf } from '../http/accessRules'
import { LIST_BODY_LIMIT } from '../http/limits'
import { settingsToCopy, updateGameSettings } from '../services/games/userSettings'
import { updateConfig } from '../services/machines/config'
import { setBlocked, setCredit } from '../services/machines/changes'
import type { Services } from '../services/services'
import { awaitWritesBelow } from '../services/auth/endSessions'
import { updateUser } from '../services/users/changeUser'
import { readUser } from '../services/lists'

const headers = writeHeaders.pick({ 'idempotency-key': true })
const machineOf = ({ machineId }: { machineId: string }): string => machineId
const userOf = ({ userId }: { userId: number }): number => userId

const bulkOf = <Body, Response>(body: Body, response: Response) => ({
  bodyLimit: LIST_BODY_LIMIT,
  schema: { headers, body, response: { 200: response } },
})

export function bulkRoutes(app: App, { db, writes }: Services): void {
  app.post('/api/Machines/bulk/credit', bulkOf(bulkCreditRequest, bulkCreditResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: machineOf,
      change: (trx, { machineId, amount, add = 0, creditVersion }) =>
        setCredit(trx, callerOf(request), {
          machineId,
          amount: amount ?? add,
          how: amount === undefined ? 'add' : 'set',
          expected: creditVersion,
        }),
    }),
  )

  app.post(
    '/api/Machines/bulk/block',
    bulkOf(bulkMachineBlockRequest, bulkMachineBlockResponse),
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: machineOf,
        change: (trx, { machineId, blocked, version }) =>
          setBlocked(trx, callerOf(request), { machineId, blocked, expected: version }),
      }),
  )

  app.post('/api/Machines/bulk/config', bulkOf(bulkConfigRequest, bulkConfigResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: machineOf,
      change: (trx, { machineId, version }) => {
        const change = { machineId, request: request.body.config, expected: version }
        return updateConfig(trx, callerOf(request), change)
      },
    }),
  )

  app.post('/api/Users/bulk/block', bulkOf(bulkUserBlockRequest, bulkUserBlockResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: userOf,
      change: async (trx, { userId, blocked, version }, target) => {
        const payload = { password: '', isBlocked: blocked }
        const change = { passwordHash: null, expected: version }
        await updateUser(trx, callerOf(request), target, payload, change)
        return readUser(trx, userId)
      },
      afterCommit: async ({ blocked }, target) => {
        if (blocked) await awaitWritesBelow(db, target)
      },
    }),
  )

  app.post(
    '/api/Games/user-settings/copy',
    bulkOf(copyGameSettingsRequest, copySettingsResponse),
    async (request, reply) => {
      const settings = await settingsToCopy(db, callerOf(request), request.body).catch(asRefusal)
      return answerBulk(writes, request, reply, {
        idOf: userOf,
        refusal: settings instanceof HttpError ? settings : null,
        change: async (trx, { userId, version }) => {
          if (settings instanceof HttpError) throw settings
          return updateGameSettings(trx, callerOf(request), { userId, request: settings, expected: version })
        },
      })
    },
  )
}

function asRefusal(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}
