import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  userCountsListResponse,
  userCountsResponse,
  userListResponse,
  userResponse,
} from '@console/shared-kernel/schemas'
import type { App } from '../../http/appType'
import { isUnchanged } from '../../http/entityTag'
import { callerOf, targetOf } from '../../http/caller'
import { listAnswer, listForm, sendList } from '../../http/list'
import type { Services } from '../../services/services'
import { countsListJson, countsOf } from '../../services/users/counts'
import { treeTag } from '../../services/users/treeTag'
import { below, userListJson, visibleTo, type UserScope } from '../../services/users/userJson'
import { nothing, userParams } from '../params'

const schema = { response: { 200: listAnswer(userListResponse, userResponse) } }

/** The lists of users. Streamed: level 1 may see 100,000 of them. */
export function userListRoutes(app: App, { db, lists }: Services): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, scope: UserScope) =>
    sendList(reply, listForm(request, reply), await userListJson(lists, scope))

  app.get('/api/Users', { schema }, (request, reply) => send(request, reply, visibleTo(callerOf(request))))

  app.get(
    '/api/Users/all-hierarchy',
    { schema: { response: { ...schema.response, 304: nothing } } },
    async (request, reply) => {
      const caller = callerOf(request)
      const form = listForm(request, reply)
      const tag = `"${await treeTag(db, caller)}-${form.name}"`
      if (isUnchanged(request, reply, tag)) return reply.code(304).send()
      return sendList(reply, form, await userListJson(lists, visibleTo(caller)))
    },
  )

  app.get('/api/Users/children', { schema }, (request, reply) =>
    send(request, reply, below(callerOf(request))),
  )

  app.get('/api/Users/children/:userId', { schema: { ...schema, params: userParams } }, (request, reply) =>
    send(request, reply, below(targetOf(request))),
  )

  app.get(
    '/api/Users/counts',
    { schema: { response: { 200: listAnswer(userCountsListResponse, userCountsResponse) } } },
    async (request, reply) =>
      sendList(reply, listForm(request, reply), await countsListJson(lists, callerOf(request))),
  )

  app.get(
    '/api/Users/counts/:userId',
    { schema: { params: userParams, response: { 200: userCountsResponse } } },
    (request) => countsOf(lists, targetOf(request)),
  )
}
