import type { FastifyRequest, FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import type { WorkClass } from '../db/workClass'
import {
  type Caller,
  type SessionUser,
  type TreeNode,
  type UnknownCaller,
  findBelow,
  findChangedBelow,
  findWithin,
  findOwnerBelow,
  findOwnerWithin,
} from '../services/tree'
import { findSessionUser } from '../services/auth/session'
import type { Services } from '../services/services'
import type { Db } from '../db/schema'
import type { WriteRequest } from '../services/writes/writes'
import { LEVELS } from '@console/shared-kernel/levels'
import { canSeeDelete } from '@console/shared-kernel/rules'
import { forbidden, tooMany, unauthorized } from '../foundation/httpError'
import { InFlight } from '../foundation/counts'
import { addToLog } from './log'

/**
 * Who may call what. A route without a row stops the server from starting. Rules about what a body names are in
 * the services that the comments below name.
 */
export interface AccessRule {
  /** `signed-in`: a live session of a user who is not blocked, nor below someone who is. */
  caller: 'anyone' | 'signed-in'
  /** The levels that may call it; all if absent. */
  levels?: readonly number[]
  /** Any other target gets a 403, whether it exists or not. */
  target?: Target
  /** Like `target`, for each item of a bulk call: any other item gets a 403 in the results. */
  items?: Target
  /** Interactive if not set. */
  work?: RequestWork
}

/** `streams` hold no connection to the database. */
type RequestWork = Extract<WorkClass, 'interactive' | 'lists' | 'reports'> | 'streams'

/**
 * `owned ...` is a `machineId`, judged by its owner; `changed ...` is the `activityId` of a change to a user
 * or machine; the others are a `userId`.
 */
export type Target =
  | 'caller or below'
  | 'below'
  | 'owned by caller or below'
  | 'owned below'
  | 'changed below'

export type AccessTable = Readonly<Record<string, AccessRule>>

const anyone: AccessRule = { caller: 'anyone' }
const signedIn: AccessRule = { caller: 'signed-in' }
const list: AccessRule = { caller: 'signed-in', work: 'lists' }
const report: AccessRule = { caller: 'signed-in', work: 'reports' }
const administrators: AccessRule = { ...signedIn, levels: [1, 2] }
const managers: AccessRule = { ...signedIn, levels: [1, 2, 3, 4, 5] }
const machineManagers: AccessRule = { ...managers, target: 'owned below' }
const bulkMachineManagers: AccessRule = { ...managers, items: 'owned below' }
const administratorsAbove: AccessRule = { ...administrators, target: 'below' }

/** Added to both listeners by the setting API_DOCS. Keys are method and pattern. */
export const DOCS_ACCESS: AccessTable = {
  'GET /api/docs': anyone,
  'GET /api/docs/json': anyone,
}

export const API_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'POST /api/Auth/login': anyone,
  'GET /api/Auth/validate': anyone,
  'POST /api/Auth/logout': signedIn,
  'GET /api/Auth/methods': anyone,
  // auth/factors/secondStep: only after the correct password, or by the user's own passkey
  'POST /api/Auth/second-factor': anyone,
  'POST /api/Auth/second-factor/enrol': anyone,
  'POST /api/Auth/second-factor/passkey': anyone,
  'POST /api/Auth/passkey/options': anyone,
  'POST /api/Auth/passkey': anyone,
  // auth/ownSessions and auth/factors: only the caller's own
  'GET /api/Auth/sessions': signedIn,
  'DELETE /api/Auth/sessions': signedIn,
  'DELETE /api/Auth/sessions/:sessionId': signedIn,
  'GET /api/Auth/factors': signedIn,
  'POST /api/Auth/totp': signedIn,
  'POST /api/Auth/totp/confirm': signedIn,
  'DELETE /api/Auth/totp': signedIn,
  'POST /api/Auth/passkeys/options': signedIn,
  'POST /api/Auth/passkeys': signedIn,
  'DELETE /api/Auth/passkeys/:passkeyId': signedIn,
  'POST /api/Auth/recovery-codes': signedIn,
  'POST /api/Auth/recovery-codes/kept': signedIn,
  'POST /api/Auth/password-strength': signedIn,
  'POST /api/Auth/proof': signedIn,
  'POST /api/Auth/proof/passkey': signedIn,
  'GET /api/Users': list,
  'GET /api/Users/current': signedIn,
  'GET /api/Users/all-hierarchy': list,
  'GET /api/Users/children': list,
  'GET /api/Users/children/:userId': { ...list, target: 'caller or below' },
  'GET /api/Users/counts': list,
  'GET /api/Users/counts/:userId': { ...list, target: 'caller or below' },
  'GET /api/Users/countries': signedIn,
  // users/createUser checks the parent, which the body names
  'POST /api/Users': managers,
  // users/changeUser: users may change only their own password and client name
  'PUT /api/Users/:userId': { caller: 'signed-in', target: 'caller or below' },
  // users/deleteUser: not with users below, nor with machines unless a Client or Player
  'DELETE /api/Users/:userId': {
    ...signedIn,
    levels: LEVELS.filter((level) => canSeeDelete({ level })),
    target: 'below',
  },
  'POST /api/Users/bulk/block': { ...managers, items: 'below' },
  'POST /api/Users/:userId/unlock': administratorsAbove,
  'POST /api/Users/:userId/end-sessions': administratorsAbove,
  'POST /api/Users/:userId/reset-factor': { ...managers, target: 'below' },
  'GET /api/Machines': list,
  'GET /api/Machines/available-games': signedIn,
  // the route: only Clients and Players have machines
  'POST /api/machines/auto-create/:userId': { ...managers, target: 'below' },
  'PUT /api/Machines/:machineId/credit': machineManagers,
  'PUT /api/Machines/:machineId/toggle-block': machineManagers,
  'GET /api/Machines/:machineId/config': machineManagers,
  'PUT /api/Machines/:machineId/config': machineManagers,
  // its owner is below, so all machines of that owner are
  'GET /api/Machines/:machineId/config/common': { ...machineManagers, work: 'lists' },
  // counts as a list: it is quick, and must not queue behind reports that take half a minute
  'GET /api/Machines/:machineId/trend': { ...list, target: 'owned by caller or below' },
  'POST /api/Machines/bulk/credit': bulkMachineManagers,
  'POST /api/Machines/bulk/block': bulkMachineManagers,
  'POST /api/Machines/bulk/config': bulkMachineManagers,
  'GET /api/Games': signedIn,
  'GET /api/Games/:gameId': signedIn,
  'POST /api/Games': administrators,
  'PUT /api/Games/:gameId': administrators,
  'DELETE /api/Games/:gameId': administrators,
  'GET /api/Games/user-settings/:userId': administratorsAbove,
  'PUT /api/Games/user-settings/:userId': administratorsAbove,
  // games/userSettings checks the user that settings are copied from
  'POST /api/Games/user-settings/copy': { ...administrators, items: 'below' },
  'GET /api/internal/query': report,
  'GET /api/activity': list,
  // services/revert: only some changes, for a limited time, and those to machines only by managers
  'POST /api/activity/:activityId/revert': { ...signedIn, target: 'changed below' },
  'POST /api/activity/bulk/revert': { ...managers, items: 'changed below' },
  // services/notes: only about users and machines strictly below; only authors delete notes
  'GET /api/notes': signedIn,
  'POST /api/notes': signedIn,
  'DELETE /api/notes/:noteId': signedIn,
  // events/frames: only what the caller may see
  'GET /api/events': { caller: 'signed-in', work: 'streams' },
  'GET /api/overview': { ...managers, work: 'lists' },
  // attention/attention ignores anything in a body that is outside the caller's subtree
  'GET /api/attention': managers,
  'POST /api/attention/marks': managers,
  'PUT /api/attention/thresholds': managers,
}

export const EXTERNAL_ACCESS: AccessTable = {
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /api/external/query': report,
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /**
     * Checks the session during long-lived answers. @throws HttpError 401 within a second of its end
     */
    checkSession: (() => Promise<unknown>) | null
    target: TreeNode | null
    findItemTarget: ((ids: TargetIds) => Promise<TreeNode>) | null
  }
}

export interface TargetIds {
  userId?: number
  machineId?: string
  activityId?: number
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone and has no caller')
  return request.caller
}

export const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

export const writeRequestOf = (request: FastifyRequest): WriteRequest => ({
  caller: callerOf(request),
  key: headerOf(request, 'idempotency-key'),
  content: [request.method, request.routeOptions.url, request.params, request.body ?? null],
})

export const unknownCaller = ({ id, ip }: FastifyRequest): UnknownCaller => ({ requestId: id, address: ip })

/** The user in the path, or the owner of the machine in it. */
export function targetOf(request: FastifyRequest): TreeNode {
  if (!request.target) throw new Error('This route has no target')
  return request.target
}

/** @throws HttpError 403 or 404 */
export function itemTargetOf(request: FastifyRequest, ids: TargetIds): Promise<TreeNode> {
  if (!request.findItemTarget) throw new Error('This route has no items')
  return request.findItemTarget(ids)
}

type GuardServices = Pick<Services, 'db' | 'tokens' | 'sessions' | 'idleSeconds' | 'sessionUse' | 'writes'>

/** @throws HttpError 401 */
async function authenticate(services: GuardServices, { headers }: FastifyRequest): Promise<SessionUser> {
  const user = await findSessionUser(services, headers.authorization)
  if (!user) throw unauthorized()
  return user
}

/** @throws HttpError 403 or 404 */
function findTarget(db: Db, caller: Caller, target: Target, ids: TargetIds): Promise<TreeNode> {
  if (target === 'owned below') return findOwnerBelow(db, caller, ids.machineId ?? '')
  if (target === 'changed below') return findChangedBelow(db, caller, ids.activityId ?? NaN)
  if (target === 'owned by caller or below') return findOwnerWithin(db, caller, ids.machineId ?? '')
  return (target === 'below' ? findBelow : findWithin)(db, caller, ids.userId ?? NaN)
}

/** Enough streams for 20 browsers: each has one, and briefly a second one. */
const MAX_IN_FLIGHT: Readonly<Record<RequestWork, number>> = {
  interactive: 40,
  lists: 8,
  reports: 4,
  streams: 40,
}

/** Startup fails on a route without a row, or the reverse: a forgotten rule must never allow calls. */
export function guardRoutes(app: FastifyInstance, table: AccessTable, services: GuardServices): void {
  const unused = new Set(Object.keys(table))
  const inFlight = new InFlight()
  app.decorateRequest('caller', null)
  app.decorateRequest('checkSession', null)
  app.decorateRequest('target', null)
  app.decorateRequest('findItemTarget', null)
  app.addHook('onRoute', (route) => {
    const name = `${String(route.method)} ${route.url}`
    const rule = table[name]
    if (!rule) throw new Error(`${name} has no row in the access table`)
    unused.delete(name)
    enforce(route, rule, services, inFlight)
  })
  app.addHook('onReady', async () => {
    if (unused.size > 0)
      throw new Error(`The access table has rows without a route: ${[...unused].join(', ')}`)
  })
}

/** Session and level are checked before the body is read, the target once its id is valid. */
function enforce(route: RouteOptions, rule: AccessRule, services: GuardServices, inFlight: InFlight): void {
  const { levels, target, items, work = 'interactive' } = rule
  if (rule.caller === 'anyone') return
  route.onRequest = [
    async (request: FastifyRequest, reply: FastifyReply) => {
      request.checkSession = () => authenticate(services, request)
      request.caller = { ...(await authenticate(services, request)), ...unknownCaller(request) }
      // streams and background refreshes do not mean that the user is active
      if (work !== 'streams' && headerOf(request, 'x-background-request') === undefined)
        services.sessionUse.record(request.caller.sessionId)
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
      if (items) request.findItemTarget = (ids) => findTarget(services.db, callerOf(request), items, ids)
      if (!target) return
      try {
        request.target = await findTarget(services.db, callerOf(request), target, request.params as TargetIds)
      } catch (error) {
        // this may repeat a write that deleted the target
        const earlier = await services.writes.findAnswer(writeRequestOf(request))
        if (!earlier) throw error
        return reply.code(earlier.status).send(earlier.body)
      }
    },
    ...[route.preHandler ?? []].flat(),
  ]
}
