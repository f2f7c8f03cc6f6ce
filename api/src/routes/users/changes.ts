import {
  createUserRequest,
  updateUserRequest,
  userResponse,
} from '@console/shared-kernel/contracts/user.schema'
import type { App } from '../../http/app'
import { actorOf, callerOf, targetOf } from '../../http/guard'
import type { Services } from '../../services/services'
import { createUser } from '../../services/users/createUser'
import { deleteUser } from '../../services/users/deleteUser'
import { updateUser } from '../../services/users/updateUser'
import { userJson } from '../../services/users/userJson'
import { nothing, userParams } from '../params'

export function userChangeRoutes(app: App, { db }: Services): void {
  const read = async (userId: number) =>
    userResponse.parse(JSON.parse((await userJson(db, userId)) ?? 'null'))

  app.post(
    '/api/Users',
    { schema: { body: createUserRequest, response: { 201: userResponse } } },
    async (request, reply) => {
      const userId = await createUser(db, actorOf(request), request.body)
      return reply.code(201).send(await read(userId))
    },
  )

  app.put(
    '/api/Users/:userId',
    { schema: { params: userParams, body: updateUserRequest, response: { 200: userResponse } } },
    async (request) => {
      const target = targetOf(request)
      await updateUser(db, { ...callerOf(request), ...actorOf(request) }, target, request.body)
      return read(target.userId)
    },
  )

  app.delete(
    '/api/Users/:userId',
    { schema: { params: userParams, response: { 204: nothing } } },
    async (request, reply) => {
      await deleteUser(db, actorOf(request), targetOf(request))
      return reply.code(204).send()
    },
  )
}
