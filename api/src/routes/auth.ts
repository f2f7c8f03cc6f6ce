import {
  loginRequest,
  networkOf,
  passkeyOptionsResponse,
  passkeySignInRequest,
  secondStepRequest,
  signedInResponse,
  signInMethodsResponse,
  signInResponse,
  stepRequest,
  totpResponse,
  validateResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../foundation/app'
import { overloaded } from '../foundation/httpError'
import { callerOf, headerOf, unknownCaller } from '../http/accessRules'
import { InFlight } from '../foundation/counts'
import { addToLog } from '../http/log'
import { deviceOf } from '../services/auth/device'
import { offeredFactors } from '../services/auth/factors/factors'
import { endSession, findSessionUser, type SigningIn } from '../services/auth/session'
import type { Services } from '../services/services'
import { emptyBody } from './params'

/** Concurrent sign-ins: enough for an office behind one address. */
const MAX_PER_ADDRESS = 64

const signInContext = (request: FastifyRequest): SigningIn => ({
  ...unknownCaller(request),
  device: deviceOf(headerOf(request, 'user-agent')),
})

export function authRoutes(app: App, services: Services): void {
  const { login, secondStep, factorServices } = services
  const inFlight = new InFlight()

  /** Limits each address before any query, so that a flood from one cannot fill the sign-in queue. */
  function enter(request: FastifyRequest, reply: FastifyReply): void {
    if (!inFlight.enter(networkOf(request.ip), MAX_PER_ADDRESS, reply)) throw overloaded(1, 'in flight')
  }

  app.post(
    '/api/Auth/login',
    { schema: { body: loginRequest, response: { 200: signInResponse } } },
    async (request, reply) => {
      enter(request, reply)
      const { Username: userName, Password: password } = request.body
      const answer = await login({ userName, password, ...signInContext(request) })
      if ('token' in answer) addToLog(request, reply, { userId: answer.userId })
      return answer
    },
  )

  app.get('/api/Auth/methods', { schema: { response: { 200: signInMethodsResponse } } }, async () => ({
    password: true,
    passkeys: offeredFactors(factorServices).passkeys,
  }))

  app.post(
    '/api/Auth/second-factor',
    { schema: { body: secondStepRequest, response: { 200: signedInResponse } } },
    async (request, reply) => {
      enter(request, reply)
      const answer = await secondStep.finish(request.body, signInContext(request))
      addToLog(request, reply, { userId: answer.userId })
      return answer
    },
  )

  app.post(
    '/api/Auth/second-factor/enrol',
    { schema: { body: stepRequest, response: { 200: totpResponse } } },
    async (request, reply) => {
      enter(request, reply)
      return secondStep.enrol(request.body.id)
    },
  )

  app.post(
    '/api/Auth/second-factor/passkey',
    { schema: { body: stepRequest, response: { 200: passkeyOptionsResponse } } },
    async (request, reply) => {
      enter(request, reply)
      return passkeyOptionsResponse.parse(await secondStep.passkeyOptions(request.body.id))
    },
  )

  app.post(
    '/api/Auth/passkey/options',
    { schema: { response: { 200: passkeyOptionsResponse } } },
    async (request, reply) => {
      enter(request, reply)
      return passkeyOptionsResponse.parse(await secondStep.passkeySignInOptions())
    },
  )

  app.post(
    '/api/Auth/passkey',
    { schema: { body: passkeySignInRequest, response: { 200: signedInResponse } } },
    async (request, reply) => {
      enter(request, reply)
      const answer = await secondStep.signInByPasskey(request.body.passkey, signInContext(request))
      addToLog(request, reply, { userId: answer.userId })
      return answer
    },
  )

  app.get(
    '/api/Auth/validate',
    { schema: { response: { 200: validateResponse } } },
    async (request) => (await findSessionUser(services, request.headers.authorization)) !== null,
  )

  app.post(
    '/api/Auth/logout',
    { schema: { headers: writeHeaders, response: { 204: emptyBody } } },
    async (request, reply) => {
      await endSession(services, callerOf(request))
      return reply.code(204).send()
    },
  )
}
