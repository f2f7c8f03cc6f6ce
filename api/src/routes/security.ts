import {
  addPasskeyRequest,
  confirmTotpRequest,
  endedSessionsResponse,
  enrolRequest,
  factorResetResponse,
  factorsResponse,
  keptCodesRequest,
  passkeyId,
  passkeyOptionsResponse,
  passwordStrengthRequest,
  passwordStrengthResponse,
  proofOptionsRequest,
  proofRequest,
  proofResponse,
  recoveryCodesResponse,
  sessionListResponse,
  totpResponse,
  uuid,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../foundation/app'
import type { Db } from '../db/schema'
import { callerOf, targetOf, writeRequestOf } from '../http/accessRules'
import { answerWrite } from '../http/answerWrite'
import { confirmRecoveryCodes } from '../services/auth/factors/codes'
import { nameOf, readFactors, resetFactors, tryFactor } from '../services/auth/factors/factors'
import { endOtherSessions, endOwnSession, listSessions } from '../services/auth/ownSessions'
import { passwordHint } from '../services/auth/passwords'
import type { Services } from '../services/services'
import type { Caller } from '../services/tree'
import { emptyBody, userParams } from './params'

const headers = writeHeaders.pick({ 'idempotency-key': true })

/**
 * The caller of a request that is not a write. The session may have ended while the body arrived.
 * @throws HttpError 401
 */
async function liveCaller(request: FastifyRequest): Promise<Caller> {
  await request.checkSession?.()
  return callerOf(request)
}

/** Routes for users' own sign-ins and factors, and for managers to reset the factors of users below. */
export function securityRoutes(app: App, services: Services): void {
  const { db, writes, idleSeconds, enrolment, proofs, factorServices, hintLimit } = services

  /** Ignores an Idempotency-Key, which would store the answer: it contains what is shown only once. */
  async function answerSecret<T>(
    request: FastifyRequest,
    change: (trx: Db, caller: Caller) => Promise<T>,
  ): Promise<T> {
    const caller = callerOf(request)
    const { body } = await writes.run({ ...writeRequestOf(request), key: undefined }, 200, (trx) =>
      change(trx, caller),
    )
    return body as T
  }

  app.get('/api/Auth/sessions', { schema: { response: { 200: sessionListResponse } } }, (request) =>
    listSessions(db, callerOf(request), idleSeconds),
  )

  app.delete(
    '/api/Auth/sessions',
    { schema: { headers, response: { 200: endedSessionsResponse } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 200, endsOwnSessions: true }, endOtherSessions),
  )

  app.delete(
    '/api/Auth/sessions/:sessionId',
    { schema: { headers, params: z.object({ sessionId: uuid }), response: { 204: emptyBody } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 204, endsOwnSessions: true }, (trx, caller) =>
        endOwnSession(trx, caller, request.params.sessionId),
      ),
  )

  app.post(
    '/api/Users/:userId/reset-factor',
    { schema: { headers, params: userParams, response: { 200: factorResetResponse } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 200 }, async (trx, caller) => {
        await proofs.require(trx, caller)
        const by = await nameOf(trx, caller.userId)
        return { reset: await resetFactors(trx, { ...caller, by }, targetOf(request).userId) }
      }),
  )

  app.get('/api/Auth/factors', { schema: { response: { 200: factorsResponse } } }, (request) =>
    readFactors(db, factorServices, callerOf(request)),
  )

  app.post(
    '/api/Auth/totp',
    { schema: { body: enrolRequest, response: { 200: totpResponse } } },
    async (request) => {
      await enrolment.authorise(await liveCaller(request), request.body.currentPassword)
      return answerSecret(request, (trx, caller) => enrolment.beginTotp(trx, caller))
    },
  )

  app.post(
    '/api/Auth/totp/confirm',
    { schema: { body: confirmTotpRequest, response: { 200: recoveryCodesResponse } } },
    (request) =>
      tryFactor(db, factorServices.limits, callerOf(request), () =>
        answerSecret(request, (trx, caller) => enrolment.confirmTotp(trx, caller, request.body.code)),
      ),
  )

  app.delete('/api/Auth/totp', { schema: { headers, response: { 204: emptyBody } } }, (request, reply) =>
    answerWrite({ writes, request, reply, status: 204 }, (trx, caller) => enrolment.removeTotp(trx, caller)),
  )

  app.post(
    '/api/Auth/passkeys/options',
    { schema: { body: enrolRequest, response: { 200: passkeyOptionsResponse } } },
    async (request) =>
      passkeyOptionsResponse.parse(
        await enrolment.passkeyOptions(await liveCaller(request), request.body.currentPassword),
      ),
  )

  app.post(
    '/api/Auth/passkeys',
    { schema: { body: addPasskeyRequest, response: { 200: recoveryCodesResponse } } },
    (request) => {
      const { name, passkey } = request.body
      return answerSecret(request, (trx, caller) => enrolment.addPasskey(trx, caller, name, passkey))
    },
  )

  app.delete(
    '/api/Auth/passkeys/:passkeyId',
    {
      schema: { headers, params: z.object({ passkeyId }), response: { 204: emptyBody } },
    },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 204 }, (trx, caller) =>
        enrolment.removePasskey(trx, caller, request.params.passkeyId),
      ),
  )

  app.post('/api/Auth/recovery-codes', { schema: { response: { 200: recoveryCodesResponse } } }, (request) =>
    answerSecret(request, (trx, caller) => enrolment.renewCodes(trx, caller)),
  )

  app.post(
    '/api/Auth/recovery-codes/kept',
    { schema: { headers, body: keptCodesRequest, response: { 204: emptyBody } } },
    (request, reply) =>
      answerWrite({ writes, request, reply, status: 204 }, (trx, { userId }) =>
        confirmRecoveryCodes(trx, userId, request.body),
      ),
  )

  // not a write: nothing is stored
  app.post(
    '/api/Auth/password-strength',
    { schema: { body: passwordStrengthRequest, response: { 200: passwordStrengthResponse } } },
    async (request) => {
      const { userId } = await liveCaller(request)
      hintLimit.count(userId)
      const { password, ...names } = request.body
      return { score: await passwordHint(password, names, userId) }
    },
  )

  app.post(
    '/api/Auth/proof/passkey',
    { schema: { body: proofOptionsRequest, response: { 200: passkeyOptionsResponse } } },
    async (request) =>
      passkeyOptionsResponse.parse(
        await proofs.passkeyOptions(await liveCaller(request), request.body.factor),
      ),
  )

  app.post(
    '/api/Auth/proof',
    { schema: { body: proofRequest, response: { 200: proofResponse } } },
    async (request) => {
      const { factor, ...credential } = request.body
      return proofs.show(await liveCaller(request), credential, factor)
    },
  )
}
