import {
  activityListQuery,
  activityResponse,
  revertRequest,
  revertResponse,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/app'
import { callerOf, targetOf } from '../http/accessRules'
import { answerWrite } from '../http/answerWrite'
import { readActivity } from '../services/activity'
import { awaitWritesBelow } from '../services/auth/endSessions'
import { revertChange } from '../services/revert'
import type { Services } from '../services/services'
import { activityParams, changeOf } from './params'

export function activityRoutes(app: App, services: Services): void {
  const { db, transactList, writes, proofs, timeZone, reasonAboveCents } = services

  app.get(
    '/api/activity',
    { schema: { querystring: activityListQuery, response: { 200: activityResponse } } },
    (request) => transactList()((trx) => readActivity(trx, callerOf(request), request.query, timeZone)),
  )

  app.post(
    '/api/activity/:activityId/revert',
    { schema: changeOf(activityParams, revertRequest, { 200: revertResponse }) },
    async (request, reply) => {
      const { activityId } = request.params
      const { reason } = request.body
      const target = targetOf(request)
      const answer = await answerWrite({ writes, request, reply, status: 200 }, async (trx, caller) => {
        const reverted = await revertChange(trx, caller, { activityId, target, reason, reasonAboveCents })
        await proofs.requireForRevert(trx, caller)
        return reverted
      })
      // once this is answered, the blocked user and everyone below can no longer write
      if (answer.user?.isBlocked) await awaitWritesBelow(db, target)
      return answer
    },
  )
}
