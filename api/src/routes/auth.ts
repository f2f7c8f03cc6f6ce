import {
  loginRequest,
  loginResponse,
  networkOf,
  validateResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/app'
import { overloaded } from '../foundation/httpError'
import { callerOf, unknownCaller } from '../http/accessRules'
import { InFlight } from '../foundation/counts'
import { addToLog } from '../http/log'
import { endSession, findSessionUser } from '../services/auth/session'
import type { Services } from '../services/services'
import { nothing } from './params'

/** Sign-ins at a time: enough for an office behind one address. */
const MAX_PER_ADDRESS = 64

export function authRoutes(app: App, services: Services): void {
  const inFlight = new InFlight()

  app.post(
    '/api/Auth/login',
    { schema: { body: loginRequest, response: { 200: loginResponse } } },
    async (request, reply) => {
      // before any query: a flood from one address must not fill the queue of all sign-ins
      const address = networkOf(request.ip)
      if (!inFlight.enter(address, MAX_PER_ADDRESS, reply)) throw overloaded(1, 'in flight')
      const { Username: userName, Password: password } = request.body
      const session = await services.login({ userName, password, ...unknownCaller(request) })
      addToLog(request, reply, { userId: session.userId })
      return session
    },
  )

  app.get(
    '/api/Auth/validate',
    { schema: { response: { 200: validateResponse } } },
    async (request) => (await findSessionUser(services, request.headers.authorization)) !== null,
  )

  app.post(
    '/api/Auth/logout',
    { schema: { headers: writeHeaders, response: { 204: nothing } } },
    async (request, reply) => {
      await endSession(services, callerOf(request))
      return reply.code(204).send()
    },
  )
}
