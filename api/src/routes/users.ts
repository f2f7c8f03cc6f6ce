import type { FastifyReply } from 'fastify'
import {
  type ChangedUserResponse,
  changedUserResponse,
  currentUserResponse,
  userCountsListResponse,
  userCountsResponse,
  userListResponse,
  userResponse,
  countryListResponse,
  createUserRequest,
  updateUserRequest,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import { isManager } from '@console/shared-kernel/levels'
import type { App } from '../foundation/app'
import { setEntityTag, listAnswer, negotiateFormat, sendList, type ListFormat } from '../http/list'
import { callerOf, targetOf } from '../http/accessRules'
import { visibleTo, type Scope, below, treeTag, userAndPosition, userList, readUser } from '../services/lists'
import type { Services } from '../services/services'
import { countsListJson, countsOf } from '../services/users/counts'
import { changeOf, emptyBody, userParams } from './params'
import { unauthorized, validationError } from '../foundation/httpError'
import { answerPreparedWrite, answerWrite, type Change } from '../http/answerWrite'
import { awaitWritesBelow } from '../services/auth/endSessions'
import { prepareUser } from '../services/users/createUser'
import { endSessionsBelow, unlockBelow } from '../services/users/access'
import { updateUser } from '../services/users/changeUser'
import { deleteUser } from '../services/users/deleteUser'
import { offeredFactors } from '../services/auth/factors/factors'
import { hashNewPassword } from '../services/auth/passwords'

/** Extensions beyond the specification, either whole calls or parts of calls, with their public settings. */
const featuresOf = (services: Services, level: number) => ({
  trend: {},
  activity: {},
  ledger: {},
  userAccess: {},
  security: offeredFactors(services.factorServices),
  health: {},
  reason: { requiredAboveCents: services.reasonAboveCents },
  revert: {},
  blockEnd: {},
  notes: {},
  passwordStrength: {},
  // when set, the page marks automatic reads, which do not keep a session alive, and pings during input
  ...(services.idleSeconds !== null && { sessionIdle: { seconds: services.idleSeconds } }),
  ...(isManager(level) && { attention: {}, overview: {}, commonConfig: {} }),
})

const schema = { response: { 200: listAnswer(userListResponse, userResponse) } }

export function userRoutes(app: App, services: Services): void {
  const { db, transactList, writes, passwordChecks, proofs } = services
  // streamed: level 1 may see 100,000 users
  const send = async (reply: FastifyReply, format: ListFormat, scope: Scope) =>
    sendList(reply, format, await userList(transactList(), scope))

  app.get('/api/Users', { schema }, (request, reply) =>
    send(reply, negotiateFormat(request, reply), visibleTo(callerOf(request))),
  )

  app.get(
    '/api/Users/all-hierarchy',
    { schema: { response: { ...schema.response, 304: emptyBody } } },
    async (request, reply) => {
      const caller = callerOf(request)
      const format = negotiateFormat(request, reply)
      const tag = `"${await treeTag(db, caller)}-${format.name}"`
      if (setEntityTag(request, reply, tag)) return reply.code(304).send()
      return send(reply, format, visibleTo(caller))
    },
  )

  app.get('/api/Users/children', { schema }, (request, reply) =>
    send(reply, negotiateFormat(request, reply), below(callerOf(request))),
  )

  app.get('/api/Users/children/:userId', { schema: { ...schema, params: userParams } }, (request, reply) =>
    send(reply, negotiateFormat(request, reply), below(targetOf(request))),
  )

  app.get(
    '/api/Users/counts',
    { schema: { response: { 200: listAnswer(userCountsListResponse, userCountsResponse) } } },
    async (request, reply) =>
      sendList(
        reply,
        negotiateFormat(request, reply),
        await countsListJson(transactList(), callerOf(request)),
      ),
  )

  app.get(
    '/api/Users/counts/:userId',
    { schema: { params: userParams, response: { 200: userCountsResponse } } },
    (request) => countsOf(transactList(), targetOf(request)),
  )

  app.get('/api/Users/current', { schema: { response: { 200: currentUserResponse } } }, async (request) => {
    const { userId, level } = callerOf(request)
    const found = await userAndPosition(db, userId)
    // deleted since the guard's check
    if (!found) throw unauthorized()
    // lists that are read after this answer miss nothing if the stream resumes here
    const events = { position: found.position }
    const features = { ...featuresOf(services, level), events }
    return { ...userResponse.parse(JSON.parse(found.json)), features }
  })

  app.get('/api/Users/countries', { schema: { response: { 200: countryListResponse } } }, () =>
    db.selectFrom('countries').select(['id', 'name']).orderBy('id').execute(),
  )

  app.post(
    '/api/Users',
    { schema: { headers: writeHeaders, body: createUserRequest, response: { 201: userResponse } } },
    (request, reply) => {
      const { body } = request
      return answerPreparedWrite({ writes, request, reply, status: 201 }, async () => {
        const insert = await prepareUser(db, passwordChecks, callerOf(request), body)
        return async (trx, caller) => {
          const userId = await insert(trx)
          // a stolen session alone must not create managers, whose passwords it would know
          if (isManager(body.levelU)) await proofs.require(trx, caller)
          return readUser(trx, userId)
        }
      })
    },
  )

  app.put(
    '/api/Users/:userId',
    {
      schema: changeOf(userParams, updateUserRequest, { 200: changedUserResponse }),
    },
    async (request, reply) => {
      const { body } = request
      const target = targetOf(request)
      if (body.userId !== undefined && body.userId !== target.userId) {
        throw validationError('userId', 'No es el usuario de la dirección')
      }
      const endsOwnSessions = body.password !== '' && target.userId === callerOf(request).userId
      const prepare = async () => {
        const passwordHash = await hashNewPassword(db, passwordChecks, {
          caller: callerOf(request),
          target,
          request: body,
        })
        const change: Change<ChangedUserResponse> = async (trx, caller, expected) => {
          const { isBlocked, activityId } = await updateUser(trx, caller, {
            target,
            request: body,
            passwordHash,
            expected,
          })
          if (isBlocked) await proofs.requireForBlocks(trx, caller)
          if (passwordHash !== null && target.userId !== caller.userId) await proofs.require(trx, caller)
          return { ...(await readUser(trx, target.userId)), activityId }
        }
        return change
      }
      const user = await answerPreparedWrite(
        { writes, request, reply, status: 200, endsOwnSessions },
        prepare,
      )
      // no write by this user or a user below succeeds after this answer
      if (body.isBlocked === true) await awaitWritesBelow(db, target)
      return user
    },
  )

  for (const [path, change] of [
    ['/api/Users/:userId/unlock', unlockBelow],
    ['/api/Users/:userId/end-sessions', endSessionsBelow],
  ] as const)
    app.post(
      path,
      { schema: { headers: writeHeaders, params: userParams, response: { 204: emptyBody } } },
      async (request, reply) =>
        answerWrite({ writes, request, reply, status: 204 }, (trx, caller) =>
          change(trx, caller, targetOf(request)),
        ),
    )

  app.delete(
    '/api/Users/:userId',
    { schema: { headers: writeHeaders, params: userParams, response: { 204: emptyBody } } },
    async (request, reply) =>
      answerWrite({ writes, request, reply, status: 204 }, async (trx, caller, expected) => {
        await deleteUser(trx, caller, { target: targetOf(request), expected })
        await proofs.require(trx, caller)
      }),
  )
}
