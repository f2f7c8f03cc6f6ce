import { userResponse } from '@console/shared-kernel/schemas'
import type { App } from '../../foundation/appType'
import { unauthorized } from '../../foundation/httpError'
import { callerOf } from '../../http/caller'
import type { Services } from '../../services/services'
import { userJson } from '../../services/users/userList'

export function currentUserRoute(app: App, { db }: Services): void {
  app.get('/api/Users/current', { schema: { response: { 200: userResponse } } }, async (request) => {
    const json = await userJson(db, callerOf(request).userId)
    // deleted since the guard's check
    if (json === null) throw unauthorized()
    return userResponse.parse(JSON.parse(json))
  })
}
