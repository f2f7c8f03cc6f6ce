import {
  attentionMarksRequest,
  attentionMarksResponse,
  attentionListQuery,
  attentionResponse,
  attentionThresholds,
  overviewResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/app'
import { callerOf } from '../http/accessRules'
import { answerWrite } from '../http/answerWrite'
import { markFindings, readAttention, saveThresholds } from '../services/attention/attention'
import type { Services } from '../services/services'

export function overviewRoutes(app: App, { db, overview, writes, timeZone }: Services): void {
  app.get('/api/overview', { schema: { response: { 200: overviewResponse } } }, (request) =>
    overview.read(callerOf(request)),
  )

  app.get(
    '/api/attention',
    { schema: { querystring: attentionListQuery, response: { 200: attentionResponse } } },
    (request) => readAttention(db, callerOf(request), request.query),
  )

  app.post(
    '/api/attention/marks',
    {
      schema: {
        headers: writeHeaders,
        body: attentionMarksRequest,
        response: { 200: attentionMarksResponse },
      },
    },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 200 }, async (trx, caller) => ({
        marked: await markFindings(trx, caller, request.body, timeZone),
      })),
  )

  app.put(
    '/api/attention/thresholds',
    { schema: { headers: writeHeaders, body: attentionThresholds, response: { 200: attentionThresholds } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 200 }, (trx, caller) =>
        saveThresholds(trx, caller, request.body),
      ),
  )
}
