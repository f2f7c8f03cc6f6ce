import {
  createUserRequest,
  updateUserRequest,
  userResponse,
  writeHeaders,
} from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import type { App } from '../../foundation/appType'
import { validationError } from '../../foundation/httpError'
import { actorOf, targetOf } from '../../http/caller'
import { answerPreparedWrite, answerWrite, expectedVersion } from '../../http/answerWrite'
import type { Services } from '../../services/services'
import { awaitWritesBelow } from '../../services/sessions/awaitWrites'
import { prepareUser } from '../../services/users/createUser'
import { deleteUser } from '../../services/users/deleteUser'
import { hashNewPassword } from '../../services/users/newPassword'
import { updateUser } from '../../services/users/updateUser'
import { readUser } from '../../services/users/userList'
import { nothing, userParams } from '../params'

export function userChangeRoutes(app: App, { db, writes, passwordChecks }: Services): void {
  app.post(
    '/api/Users',
    { schema: { headers: writeHeaders, body: createUserRequest, response: { 201: userResponse } } },
    (request, reply) => {
      const { body } = request
      return answerPreparedWrite(writes, request, reply, 201, async () => {
        const insert = await prepareUser(db, passwordChecks, actorOf(request), body)
        return async (trx) => readUser(trx, await insert(trx))
      })
    },
  )

  app.put(
    '/api/Users/:userId',
    {
      schema: {
        headers: writeHeaders,
        params: userParams,
        body: updateUserRequest,
        response: { 200: userResponse },
      },
    },
    async (request, reply) => {
      const { body } = request
      const target = targetOf(request)
      if (body.userId !== undefined && body.userId !== target.userId) {
        throw validationError('userId', 'No es el usuario de la dirección')
      }
      const endsOwnSessions = body.password !== '' && target.userId === actorOf(request).userId
      const prepare = async () => {
        const passwordHash = await hashNewPassword(db, passwordChecks, actorOf(request), target, body)
        return async (trx: Db) => {
          const change = { passwordHash, expected: expectedVersion(request) }
          await updateUser(trx, actorOf(request), target, body, change)
          return readUser(trx, target.userId)
        }
      }
      const user = await answerPreparedWrite(writes, request, reply, 200, prepare, { endsOwnSessions })
      // no write below succeeds after this answer
      if (body.isBlocked === true) await awaitWritesBelow(db, target)
      return user
    },
  )

  app.delete(
    '/api/Users/:userId',
    { schema: { headers: writeHeaders, params: userParams, response: { 204: nothing } } },
    async (request, reply) =>
      answerWrite(writes, request, reply, 204, (trx) =>
        deleteUser(trx, actorOf(request), targetOf(request), expectedVersion(request)),
      ),
  )
}
