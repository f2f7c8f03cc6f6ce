import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { API_ACCESS, DOCS_ACCESS, EXTERNAL_ACCESS, type AccessTable } from './accessRules'
import { itemTargetOf } from './caller'
import { forbidden, unauthorized } from '../foundation/httpError'
import { guardRoutes, type Guards } from './guard'

/*
 * The table behind its guard, without a database: who gets as far as the route. Whom a user stands above is
 * decided by the name of the id: `below`, `self`, or another one.
 */

const LEVELS = [1, 2, 3, 4, 5, 6, 7]
const ADMINISTRATORS = [1, 2]
const MANAGERS = [1, 2, 3, 4, 5]

interface Expected {
  levels?: readonly number[]
  /** Ids of the path, or of an item, that are allowed. */
  ids?: readonly string[]
  /** Calls of one user that may be under way at a time. */
  most?: number
}

const BELOW: Expected = { ids: ['below'] }
const SELF_OR_BELOW: Expected = { ids: ['self', 'below'] }
const LIST: Expected = { most: 8 }
const ofManagers: Expected = { levels: MANAGERS, ...BELOW }
const ofAdministrators: Expected = { levels: ADMINISTRATORS, ...BELOW }

const SIGNED_IN: Readonly<Record<string, Expected>> = {
  'POST /api/Auth/logout': {},
  'GET /api/Users': LIST,
  'GET /api/Users/current': {},
  'GET /api/Users/all-hierarchy': LIST,
  'GET /api/Users/children': LIST,
  'GET /api/Users/children/:userId': { ...LIST, ...SELF_OR_BELOW },
  'GET /api/Users/counts': LIST,
  'GET /api/Users/counts/:userId': { ...LIST, ...SELF_OR_BELOW },
  'GET /api/Users/countries': {},
  'POST /api/Users': { levels: MANAGERS },
  'PUT /api/Users/:userId': SELF_OR_BELOW,
  'DELETE /api/Users/:userId': ofAdministrators,
  'GET /api/Machines': LIST,
  'GET /api/Machines/available-games': {},
  'POST /api/machines/auto-create/:userId': ofManagers,
  'PUT /api/Machines/:machineId/credit': ofManagers,
  'PUT /api/Machines/:machineId/toggle-block': ofManagers,
  'GET /api/Machines/:machineId/config': ofManagers,
  'PUT /api/Machines/:machineId/config': ofManagers,
  'GET /api/Games': {},
  'GET /api/Games/:gameId': {},
  'POST /api/Games': { levels: ADMINISTRATORS },
  'PUT /api/Games/:gameId': { levels: ADMINISTRATORS },
  'DELETE /api/Games/:gameId': { levels: ADMINISTRATORS },
  'GET /api/Games/user-settings/:userId': ofAdministrators,
  'PUT /api/Games/user-settings/:userId': ofAdministrators,
  'GET /api/internal/query': { most: 4 },
  'GET /api/activity': LIST,
}

/** What the items of a bulk call may name. */
const BULK: Readonly<Record<string, Expected>> = {
  'POST /api/Users/bulk/block': ofManagers,
  'POST /api/Machines/bulk/credit': ofManagers,
  'POST /api/Machines/bulk/block': ofManagers,
  'POST /api/Machines/bulk/config': ofManagers,
  'POST /api/Games/user-settings/copy': ofAdministrators,
}

const OPEN = ['GET /healthz', 'GET /readyz', 'POST /api/Auth/login', 'GET /api/Auth/validate']
const OPEN_EXTERNAL = ['GET /healthz', 'GET /readyz']
const EXTERNAL = { 'GET /api/external/query': { most: 4 } }
const DOCS = ['GET /api/docs', 'GET /api/docs/json']

const callerOf = (level: number) => ({ userId: level, level, path: '', sessionId: '' })

const guards: Guards = {
  authenticate: async (authorization) => {
    if (authorization === undefined) throw unauthorized()
    return callerOf(Number(authorization))
  },
  findTarget: async (caller, target, { userId, machineId }) => {
    // an id of the other kind is none: a rule about machines must not look at users
    const id: unknown = target === 'owned below' ? machineId : userId
    if (id === 'below' || (id === 'self' && target === 'caller or below')) return caller
    throw forbidden()
  },
  findAnswer: async () => null,
}

/** What a call waits for in its route. */
let held = Promise.resolve()

/** A server of these routes, each of which answers 200 or, to bulk calls, with the status of its one item. */
async function serve(table: AccessTable, routes: readonly string[]): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: false })
  guardRoutes(app, table, guards)
  for (const route of routes) {
    const [method = '', url = ''] = route.split(' ')
    app.route({
      method,
      url,
      handler: async (request) => {
        await held
        const { items } = (request.body ?? {}) as { items?: [object] }
        if (items) await itemTargetOf(request, items[0])
        return {}
      },
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

interface Call {
  level?: number
  /** In place of the path's id, or as that of a bulk call's one item. */
  id?: string
}

async function statusOf(
  app: FastifyInstance,
  route: string,
  { level, id = 'below' }: Call = {},
): Promise<number> {
  const [method = '', path = ''] = route.replace(/:\w+/, id).split(' ')
  const item = route.includes('/Machines/') ? { machineId: id } : { userId: id }
  const { status } = await fetch(`${app.listeningOrigin}${path}`, {
    method,
    headers: {
      ...(level !== undefined && { authorization: String(level) }),
      ...(Object.hasOwn(BULK, route) && { 'content-type': 'application/json' }),
    },
    ...(Object.hasOwn(BULK, route) && { body: JSON.stringify({ items: [item] }) }),
  })
  return status
}

describe.each<[string, AccessTable, Readonly<Record<string, Expected>>, readonly string[]]>([
  ['the console', API_ACCESS, { ...SIGNED_IN, ...BULK }, OPEN],
  ['the external reports', EXTERNAL_ACCESS, EXTERNAL, OPEN_EXTERNAL],
  ['the page of the API', DOCS_ACCESS, {}, DOCS],
])('of %s', (_, table, signedIn, open) => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await serve(table, [...open, ...Object.keys(signedIn)])
  })
  afterAll(() => app.close())

  test('each row is public or requires a session', async () => {
    for (const [caller, routes, status] of [
      ['anyone', open, 200],
      ['signed-in', Object.keys(signedIn), 401],
    ] as const)
      for (const route of routes) {
        expect([route, await statusOf(app, route)]).toEqual([route, status])
        expect([route, table[route]?.caller]).toEqual([route, caller])
      }
  })

  for (const [route, { levels = LEVELS, ids, most = 40 }] of Object.entries(signedIn)) {
    test(`${route} may be called by these levels about these`, async () => {
      for (const level of LEVELS)
        for (const id of ids ? ['self', 'below', 'other'] : ['any']) {
          const mayCall = levels.includes(level) && (!ids || ids.includes(id))
          expect([level, id, await statusOf(app, route, { level, id })]).toEqual([
            level,
            id,
            mayCall ? 200 : 403,
          ])
        }
    })

    test(`${route} may be under way ${most} times for one user`, async () => {
      let release = (): void => undefined
      held = new Promise((resolve) => (release = resolve))
      const calls = Array.from({ length: most + 1 }, () => statusOf(app, route, { level: 1 }))
      expect(await Promise.race(calls)).toBe(429)
      release()
      expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(most)
    })
  }
})
