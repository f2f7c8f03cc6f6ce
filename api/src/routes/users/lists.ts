import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  userCountsListResponse,
  userCountsResponse,
  userListResponse,
  userResponse,
} from '@console/shared-kernel/schemas'
import type { App } from '../../foundation/appType'
import { setEntityTag } from '../../http/entityTag'
import { callerOf, targetOf } from '../../http/caller'
import { linkNext, listAnswer, negotiateFormat, pageGone, sendList, type ListFormat } from '../../http/list'
import { visibleTo, type ListQuery, type Scope } from '../../services/lists/listQuery'
import type { Services } from '../../services/services'
import { countsListJson, countsOf } from '../../services/users/counts'
import { below, treeTag, userList } from '../../services/users/userList'
import { userListQuery } from '../listParams'
import { nothing, userParams } from '../params'

const whole = { response: { 200: listAnswer(userListResponse, userResponse) } }
const schema = { ...whole, querystring: userListQuery }

/** Streamed: level 1 may see 100,000 users. */
export function userListRoutes(app: App, { db, transactList }: Services): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    format: ListFormat,
    scope: Scope,
    query: ListQuery = {},
  ) => {
    const transact = transactList(pageGone(query, reply))
    const { pieces, next } = await userList(transact, callerOf(request), scope, query)
    linkNext(request, reply, next)
    return sendList(reply, format, pieces)
  }

  app.get('/api/Users', { schema }, (request, reply) =>
    send(request, reply, negotiateFormat(request, reply), visibleTo(callerOf(request)), request.query),
  )

  app.get(
    '/api/Users/all-hierarchy',
    { schema: { ...schema, response: { ...schema.response, 304: nothing } } },
    async (request, reply) => {
      const caller = callerOf(request)
      const format = negotiateFormat(request, reply)
      // whole lists only: before a 304 for a part, its branch would have to be checked and its next page
      // named
      if (Object.keys(request.query).length === 0) {
        const tag = `"${await treeTag(db, caller)}-${format.name}"`
        if (setEntityTag(request, reply, tag)) return reply.code(304).send()
      }
      return send(request, reply, format, visibleTo(caller), request.query)
    },
  )

  app.get('/api/Users/children', { schema }, (request, reply) =>
    send(request, reply, negotiateFormat(request, reply), below(callerOf(request)), request.query),
  )

  app.get('/api/Users/children/:userId', { schema: { ...whole, params: userParams } }, (request, reply) =>
    send(request, reply, negotiateFormat(request, reply), below(targetOf(request))),
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
