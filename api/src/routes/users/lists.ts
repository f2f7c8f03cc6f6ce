import type { FastifyReply } from 'fastify'
import {
  userCountsListResponse,
  userCountsResponse,
  userListResponse,
  userResponse,
} from '@console/shared-kernel/schemas'
import type { App } from '../../foundation/appType'
import { setEntityTag } from '../../http/entityTag'
import { callerOf, targetOf } from '../../http/caller'
import { listAnswer, negotiateFormat, sendList, type ListFormat } from '../../http/list'
import { visibleTo, type Scope } from '../../services/lists/listQuery'
import type { Services } from '../../services/services'
import { countsListJson, countsOf } from '../../services/users/counts'
import { below, treeTag, userList } from '../../services/users/userList'
import { nothing, userParams } from '../params'

const schema = { response: { 200: listAnswer(userListResponse, userResponse) } }

/** Streamed: level 1 may see 100,000 users. */
export function userListRoutes(app: App, { db, transactList }: Services): void {
  const send = async (reply: FastifyReply, format: ListFormat, scope: Scope) =>
    sendList(reply, format, await userList(transactList(), scope))

  app.get('/api/Users', { schema }, (request, reply) =>
    send(reply, negotiateFormat(request, reply), visibleTo(callerOf(request))),
  )

  app.get(
    '/api/Users/all-hierarchy',
    { schema: { response: { ...schema.response, 304: nothing } } },
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
}
