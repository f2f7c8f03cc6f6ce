import { activityListQuery, activityResponse } from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import { callerOf } from '../http/caller'
import { readActivity } from '../services/activity/activity'
import type { Services } from '../services/services'

export function activityRoute(app: App, { transactList, timeZone }: Services): void {
  app.get(
    '/api/activity',
    { schema: { querystring: activityListQuery, response: { 200: activityResponse } } },
    (request) => transactList()((trx) => readActivity(trx, callerOf(request), request.query, timeZone)),
  )
}
