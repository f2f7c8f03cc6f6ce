import {
  bulkConfigRequest,
  bulkConfigResponse,
  bulkCreditRequest,
  bulkCreditResponse,
  bulkMachineBlockRequest,
  bulkMachineBlockResponse,
  bulkRevertRequest,
  bulkRevertResponse,
  bulkUserBlockRequest,
  bulkUserBlockResponse,
  copyGameSettingsRequest,
  copySettingsResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import { centsFromWire } from '@console/shared-kernel/contracts'
import type { App } from '../foundation/app'
import { HttpError } from '../foundation/httpError'
import { answerBulk } from '../http/bulk'
import { callerOf } from '../http/accessRules'
import { LIST_BODY_LIMIT } from '../http/limits'
import { settingsToCopy, updateGameSettings } from '../services/games/userSettings'
import { updateConfig } from '../services/machines/config'
import { setBlocked, setCredit } from '../services/machines/changes'
import { revertChange } from '../services/revert'
import type { Services } from '../services/services'
import { awaitWritesBelow } from '../services/auth/endSessions'
import { updateUser } from '../services/users/changeUser'
import { readUser } from '../services/lists'

const headers = writeHeaders.pick({ 'idempotency-key': true })
const machineOf = ({ machineId }: { machineId: string }): string => machineId
const userOf = ({ userId }: { userId: number }): number => userId

const changeIdOf = ({ activityId }: { activityId: number }): number => activityId

const cents = (amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : centsFromWire(amount)

const bulkOf = <Body, Response>(body: Body, response: Response) => ({
  bodyLimit: LIST_BODY_LIMIT,
  schema: { headers, body, response: { 200: response } },
})

export function bulkRoutes(app: App, { db, writes, proofs, reasonAboveCents }: Services): void {
  app.post('/api/Machines/bulk/credit', bulkOf(bulkCreditRequest, bulkCreditResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: machineOf,
      requireProof: (items) =>
        proofs.requireForCredits(callerOf(request), async () =>
          (await items()).map(({ machineId, amount, add }) => ({
            machineId,
            set: cents(amount),
            add: cents(add),
          })),
        ),
      change: async (trx, { machineId, amount, add = 0, creditVersion }) => {
        const credit = await setCredit(trx, callerOf(request), {
          machineId,
          amount: amount ?? add,
          how: amount === undefined ? 'add' : 'set',
          expected: creditVersion,
          reason: request.body.reason,
          reasonAboveCents,
        })
        await proofs.requireForCredit(trx, callerOf(request))
        return credit
      },
    }),
  )

  app.post(
    '/api/Machines/bulk/block',
    bulkOf(bulkMachineBlockRequest, bulkMachineBlockResponse),
    (request, reply) =>
      answerBulk(writes, request, reply, {
        idOf: machineOf,
        change: (trx, { machineId, blocked, version }) => {
          const { until, reason } = request.body
          const change = { machineId, blocked, until, reason, expected: version, onlyBlock: true }
          return setBlocked(trx, callerOf(request), change)
        },
      }),
  )

  app.post('/api/Machines/bulk/config', bulkOf(bulkConfigRequest, bulkConfigResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: machineOf,
      change: (trx, { machineId, version }) => {
        const { config, reason } = request.body
        return updateConfig(trx, callerOf(request), { machineId, request: config, reason, expected: version })
      },
    }),
  )

  app.post('/api/Users/bulk/block', bulkOf(bulkUserBlockRequest, bulkUserBlockResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: userOf,
      requireProof: (items) =>
        proofs.requireForManyBlocks(callerOf(request), async () =>
          (await items()).filter(({ blocked }) => blocked).map(({ userId }) => userId),
        ),
      change: async (trx, { userId, blocked, version }, target) => {
        const { until, reason } = request.body
        const { isBlocked } = await updateUser(trx, callerOf(request), {
          target,
          request: { password: '', isBlocked: blocked, blockedUntil: until, reason },
          passwordHash: null,
          expected: version,
          onlyBlock: true,
        })
        if (isBlocked) await proofs.requireForBlocks(trx, callerOf(request))
        return readUser(trx, userId)
      },
      afterCommit: async ({ blocked }, target) => {
        if (blocked) await awaitWritesBelow(db, target)
      },
    }),
  )

  app.post('/api/activity/bulk/revert', bulkOf(bulkRevertRequest, bulkRevertResponse), (request, reply) =>
    answerBulk(writes, request, reply, {
      idOf: changeIdOf,
      requireProof: (items) =>
        proofs.requireForReverts(callerOf(request), async () => (await items()).map(changeIdOf)),
      change: async (trx, { activityId }, target) => {
        const { reason } = request.body
        const caller = callerOf(request)
        const answer = await revertChange(trx, caller, { activityId, target, reason, reasonAboveCents })
        await proofs.requireForRevert(trx, caller)
        return answer
      },
      afterCommit: async (_, target, { user }) => {
        if (user?.isBlocked) await awaitWritesBelow(db, target)
      },
    }),
  )

  app.post(
    '/api/Games/user-settings/copy',
    bulkOf(copyGameSettingsRequest, copySettingsResponse),
    async (request, reply) => {
      const settings = await settingsToCopy(db, callerOf(request), request.body).catch(asHttpError)
      return answerBulk(writes, request, reply, {
        idOf: userOf,
        rejection: settings instanceof HttpError ? settings : null,
        change: async (trx, { userId, version }) => {
          if (settings instanceof HttpError) throw settings
          return updateGameSettings(trx, callerOf(request), { userId, request: settings, expected: version })
        },
      })
    },
  )
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}
