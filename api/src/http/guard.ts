import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { AccessRule, AccessTable } from '../access'
import type { Caller } from '../services/auth/session'
import type { UserPlace } from '../services/users/place'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    target: UserPlace | null
  }
}

export interface Guards {
  /** @throws HttpError 401 */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** @throws HttpError 403 or 404 */
  findTarget(caller: Caller, userId: number): Promise<UserPlace>
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

/** The session comes before the body is even read, the target as soon as its id is known to be one. */
function enforce(route: RouteOptions, rule: AccessRule, guards: Guards): void {
  if (rule.caller === 'anyone') return
  route.onRequest = [
    async (request: FastifyRequest) => {
      request.caller = await guards.authenticate(request.headers.authorization)
    },
    ...[route.onRequest ?? []].flat(),
  ]
  if (!rule.target) return
  route.preHandler = [
    async (request: FastifyRequest) => {
      const { userId } = request.params as { userId: number }
      request.target = await guards.findTarget(callerOf(request), userId)
    },
    ...[route.preHandler ?? []].flat(),
  ]
}

/** The caller of a route whose row says `signed-in`. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone and has no caller')
  return request.caller
}

/** The user named in the path of a route whose row has a `target`. */
export function targetOf(request: FastifyRequest): UserPlace {
  if (!request.target) throw new Error('This route has no target')
  return request.target
}
