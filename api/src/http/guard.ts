import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { AccessRule, AccessTable, Target } from '../access'
import type { Actor } from '../services/audit'
import type { Caller } from '../services/auth/session'
import type { UserPlace } from '../services/users/place'
import { notYours } from './errors'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    target: UserPlace | null
  }
}

/** What a path may name somebody by, as its route's schema has read it. */
export interface TargetIds {
  readonly userId?: number
  readonly machineId?: string
}

export interface Guards {
  /** @throws HttpError 401 */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** @returns the user named, or the owner of the machine. @throws HttpError 403 or 404 */
  findTarget(caller: Caller, target: Target, ids: TargetIds): Promise<UserPlace>
}

const nameOf = ({ method, url }: RouteOptions): string => `${String(method)} ${url}`

/**
 * Puts each route that is added from now on behind its row of the table. A route without a row, and a row
 * without a route, are errors at start: a forgotten rule must never read as permission.
 */
export function guardRoutes(app: FastifyInstance, table: AccessTable, guards: Guards): void {
  const unused = new Set(Object.keys(table))
  app.decorateRequest('caller', null)
  app.decorateRequest('target', null)
  app.addHook('onRoute', (route) => {
    const name = nameOf(route)
    const rule = table[name]
    if (!rule) throw new Error(`${name} has no row in the access table`)
    unused.delete(name)
    enforce(route, rule, guards)
  })
  app.addHook('onReady', async () => {
    if (unused.size > 0)
      throw new Error(`The access table has rows without a route: ${[...unused].join(', ')}`)
  })
}

/** The session and the level come before the body is even read, the target as soon as its id is known to be one. */
function enforce(route: RouteOptions, rule: AccessRule, guards: Guards): void {
  const { levels, target } = rule
  if (rule.caller === 'anyone') return
  route.onRequest = [
    async (request: FastifyRequest) => {
      request.caller = await guards.authenticate(request.headers.authorization)
      if (levels && !levels.includes(request.caller.level)) throw notYours()
    },
    ...[route.onRequest ?? []].flat(),
  ]
  if (!target) return
  route.preHandler = [
    async (request: FastifyRequest) => {
      request.target = await guards.findTarget(callerOf(request), target, request.params as TargetIds)
    },
    ...[route.preHandler ?? []].flat(),
  ]
}

/** The caller of a route whose row says `signed-in`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone and has no caller')
  return request.caller
}

/** The caller as one who changes something, for the audit. */
export const actorOf = (request: FastifyRequest): Actor => ({ ...callerOf(request), requestId: request.id })

/** The user named in the path, or the owner of the machine named there. */
export function targetOf(request: FastifyRequest): UserPlace {
  if (!request.target) throw new Error('This route has no target')
  return request.target
}
