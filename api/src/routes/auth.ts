import { loginRequest, loginResponse, validateResponse } from '@console/shared-kernel/contracts/auth.schema'
import type { App } from '../http/app'
import { callerOf } from '../http/guard'
import { endSession, findCaller } from '../services/auth/session'
import type { Services } from '../services/services'
import { nothing } from './params'

export function authRoutes(app: App, { db, tokens, login }: Services): void {
  app.post(
    '/api/Auth/login',
    { schema: { body: loginRequest, response: { 200: loginResponse } } },
    ({ body, ip }) => login({ userName: body.Username, password: body.Password, ip }),
  )

  app.get(
    '/api/Auth/validate',
    { schema: { response: { 200: validateResponse } } },
    async (request) => (await findCaller(db, tokens, request.headers.authorization)) !== null,
  )

  app.post('/api/Auth/logout', { schema: { response: { 204: nothing } } }, async (request, reply) => {
    await endSession(db, callerOf(request).sessionId)
    return reply.code(204).send()
  })
}
