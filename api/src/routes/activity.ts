import { activityQuery, activityResponse } from '@console/shared-kernel/schemas'
import { reading } from '../db/database'
import type { App } from '../http/appType'
import { callerOf } from '../http/caller'
import { readActivity } from '../services/activity/activity'
import type { Services } from '../services/services'

export function activityRoute(app: App, { lists, timeZone }: Services): void {
  app.get(
    '/api/activity',
    { schema: { querystring: activityQuery, response: { 200: activityResponse } } },
    (request) => reading(lists, (trx) => readActivity(trx, callerOf(request), request.query, timeZone)),
  )
}
