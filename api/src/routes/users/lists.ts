import type { FastifyReply } from 'fastify'
import { userListResponse } from '@console/shared-kernel/contracts/user.schema'
import type { App } from '../../http/app'
import { isUnchanged } from '../../http/entityTag'
import { callerOf, targetOf } from '../../http/guard'
import { sendJsonList } from '../../http/jsonList'
import type { Services } from '../../services/services'
import { treeTag } from '../../services/users/treeTag'
import { below, userListJson, visibleTo, type UserScope } from '../../services/users/userJson'
import { nothing, userParams } from '../params'

const schema = { response: { 200: userListResponse } }

/** The lists of users. Streamed: level 1 may see 100,000 of them. */
export function userListRoutes(app: App, { db }: Services): void {
  const send = async (reply: FastifyReply, scope: UserScope) =>
    sendJsonList(reply, await userListJson(db, scope))

  app.get('/api/Users', { schema }, (request, reply) => send(reply, visibleTo(callerOf(request))))

  app.get(
    '/api/Users/all-hierarchy',
    { schema: { response: { ...schema.response, 304: nothing } } },
    async (request, reply) => {
      const caller = callerOf(request)
      if (isUnchanged(request, reply, await treeTag(db, caller))) return reply.code(304).send()
      return send(reply, visibleTo(caller))
    },
  )

  app.get('/api/Users/children', { schema }, (request, reply) => send(reply, below(callerOf(request))))

  app.get('/api/Users/children/:userId', { schema: { ...schema, params: userParams } }, (request, reply) =>
    send(reply, below(targetOf(request))),
  )
}
