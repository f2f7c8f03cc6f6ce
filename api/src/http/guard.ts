import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../services/tree/caller'
import type { AccessRule, AccessTable, RequestWork, Target } from './accessRules'
import { findCaller } from '../services/auth/session'
import { findOwnerBelow } from '../services/tree/machineOwner'
import type { Services } from '../services/services'
import { findBelow, findWithin, type TreeNode } from '../services/tree/treeNode'
import type { Db } from '../db/schema'
import type { WriteAnswer, WriteRequest } from '../services/writes/idempotentWrites'
import { callerOf, type TargetIds } from './caller'
import { forbidden, tooMany, unauthorized } from '../foundation/httpError'
import { InFlight } from './inFlight'
import { addToLog } from './log'
import { writeRequestOf } from './answerWrite'

export interface Guards {
  /** @throws HttpError 401 */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** @throws HttpError 403 or 404 */
  findTarget(caller: Caller, target: Target, ids: TargetIds): Promise<TreeNode>
  /** @throws HttpError 409 */
  findAnswer(request: WriteRequest): Promise<WriteAnswer | null>
}

export const guardsOf = (services: Services): Guards => ({
  authenticate: async (authorization) => {
    const caller = await findCaller(services, authorization)
    if (!caller) throw unauthorized()
    return caller
  },
  findTarget: (caller, target, ids) => findTarget(services.db, caller, target, ids),
  findAnswer: (request) => services.writes.findAnswer(request),
})

function findTarget(db: Db, caller: Caller, target: Target, ids: TargetIds): Promise<TreeNode> {
  if (target === 'owned below') return findOwnerBelow(db, caller, ids.machineId ?? '')
  const find = target === 'below' ? findBelow : findWithin
  return find(db, caller, ids.userId ?? NaN)
}

const MAX_IN_FLIGHT: Readonly<Record<RequestWork, number>> = { interactive: 40, lists: 8, reports: 4 }

const nameOf = ({ method, url }: RouteOptions): string => `${String(method)} ${url}`

/** A route without a row, or a row without a route, stops the start: a forgotten rule must never permit. */
export function guardRoutes(app: FastifyInstance, table: AccessTable, guards: Guards): void {
  const unused = new Set(Object.keys(table))
  const inFlight = new InFlight()
  app.decorateRequest('caller', null)
  app.decorateRequest('checkSession', null)
  app.decorateRequest('target', null)
  app.decorateRequest('findItemTarget', null)
  app.addHook('onRoute', (route) => {
    const name = nameOf(route)
    const rule = table[name]
    if (!rule) throw new Error(`${name} has no row in the access table`)
    unused.delete(name)
    enforce(route, rule, guards, inFlight)
  })
  app.addHook('onReady', async () => {
    if (unused.size > 0)
      throw new Error(`The access table has rows without a route: ${[...unused].join(', ')}`)
  })
}

/** Session and level are checked before the body is read, the target once its id is valid. */
function enforce(route: RouteOptions, rule: AccessRule, guards: Guards, inFlight: InFlight): void {
  const { levels, target, items, work = 'interactive' } = rule
  if (rule.caller === 'anyone') return
  route.onRequest = [
    async (request: FastifyRequest, reply: FastifyReply) => {
      const authenticate = () => guards.authenticate(request.headers.authorization)
      request.caller = await authenticate()
      request.checkSession = authenticate
      addToLog(request, reply, { userId: request.caller.userId })
      if (levels && !levels.includes(request.caller.level)) throw forbidden()
      if (!inFlight.enter(`${work} ${request.caller.userId}`, MAX_IN_FLIGHT[work], reply))
        throw tooMany(1, 'in flight')
    },
    ...[route.onRequest ?? []].flat(),
  ]
  if (!target && !items) return
  route.preHandler = [
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (items) request.findItemTarget = (ids) => guards.findTarget(callerOf(request), items, ids)
      if (!target) return
      try {
        request.target = await guards.findTarget(callerOf(request), target, request.params as TargetIds)
      } catch (error) {
        // this may repeat a write that deleted the target
        const earlier = await guards.findAnswer(writeRequestOf(request))
        if (!earlier) throw error
        return reply.code(earlier.status).send(earlier.body)
      }
    },
    ...[route.preHandler ?? []].flat(),
  ]
}
