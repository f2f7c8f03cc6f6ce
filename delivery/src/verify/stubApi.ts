import fastify from 'fastify'
import { serveOnLoopback, type Serving } from '../localServers/serveOnLoopback'
import {
  ACTIVITY,
  ATTENTION,
  BELOW,
  COUNTRIES,
  COUNTS,
  EXTERNAL_TOTALS,
  GAME_SETTINGS,
  GAMES,
  INTERNAL_ROWS,
  MACHINE_CONFIG,
  MACHINES,
  MASTER,
  MOVEMENT_ROWS,
  NOTES,
  OVERVIEW,
  TREND,
} from './stubRows'

type Query = Partial<Record<string, string>>
type Answer = (query: Query) => unknown

const { userId, userName, level, nameClient } = MASTER
const NO_CONTENT = undefined
const bulk = (rows: readonly object[]) => ({ results: rows.map((row) => ({ status: 200, ...row })) })
const ofMachine = <T extends object>(answer: T) =>
  MACHINES.map(({ idMachine }) => ({ id: idMachine, ...answer }))
const credited = { credit: 125.5, creditVersion: '2' }
const [client] = BELOW.filter((user) => user.level === 6)
const [counts] = COUNTS
const [machine] = MACHINES
const [game] = GAMES

/**
 * All API calls except those about the user's own sign-in, which only the host makes. Calls that change
 * something succeed without effect.
 */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  'POST /api/Auth/login': () => ({ token: 'verify', userId, userName, level, nameClient }),
  'GET /api/Auth/validate': () => true,
  'POST /api/Auth/logout': () => NO_CONTENT,
  'GET /api/Users': () => [MASTER, ...BELOW],
  'GET /api/Users/current': () => ({
    ...MASTER,
    features: { trend: {}, activity: {}, attention: {}, overview: {} },
  }),
  'GET /api/Users/all-hierarchy': () => [MASTER, ...BELOW],
  'GET /api/Users/children': () => BELOW,
  'GET /api/Users/children/:userId': () => BELOW,
  'GET /api/Users/counts': () => COUNTS,
  'GET /api/Users/counts/:userId': () => counts,
  'GET /api/Users/countries': () => COUNTRIES,
  'POST /api/Users': () => client,
  'PUT /api/Users/:userId': () => client,
  'DELETE /api/Users/:userId': () => NO_CONTENT,
  'POST /api/Users/:userId/unlock': () => NO_CONTENT,
  'POST /api/Users/:userId/end-sessions': () => NO_CONTENT,
  'POST /api/Users/:userId/reset-factor': () => ({ reset: true }),
  'POST /api/Users/bulk/block': () => bulk(BELOW.map((user) => ({ id: user.userId, ...user }))),
  'GET /api/Machines': () => MACHINES,
  'GET /api/Machines/available-games': () => GAMES.map(({ id, name, type }) => ({ id, name, type })),
  'POST /api/machines/auto-create/:userId': () => machine,
  'PUT /api/Machines/:machineId/credit': () => credited,
  'PUT /api/Machines/:machineId/toggle-block': () => ({ blocked: true }),
  'GET /api/Machines/:machineId/config': () => MACHINE_CONFIG,
  'GET /api/Machines/:machineId/config/common': () => ({ machines: 0, fields: {} }),
  'PUT /api/Machines/:machineId/config': () => MACHINE_CONFIG,
  'GET /api/Machines/:machineId/trend': () => ({ days: TREND }),
  'POST /api/Machines/bulk/credit': () => bulk(ofMachine(credited)),
  'POST /api/Machines/bulk/block': () => bulk(ofMachine({ blocked: true })),
  'POST /api/Machines/bulk/config': () => bulk(ofMachine(MACHINE_CONFIG)),
  'GET /api/Games': () => GAMES,
  'GET /api/Games/:gameId': () => game,
  'POST /api/Games': () => game,
  'PUT /api/Games/:gameId': () => game,
  'DELETE /api/Games/:gameId': () => NO_CONTENT,
  'GET /api/Games/user-settings/:userId': () => GAME_SETTINGS,
  'PUT /api/Games/user-settings/:userId': () => GAME_SETTINGS,
  'POST /api/Games/user-settings/copy': () =>
    bulk(BELOW.map((user) => ({ id: user.userId, ...GAME_SETTINGS }))),
  'GET /api/internal/query': () => INTERNAL_ROWS,
  'GET /api/external/query': ({ queryType }) => MOVEMENT_ROWS.get(queryType) ?? EXTERNAL_TOTALS,
  'GET /api/activity': () => ({ rows: ACTIVITY, next: null }),
  // not among the user's features, so that no page requests events
  'GET /api/events': () => NO_CONTENT,
  'POST /api/activity/:activityId/revert': () => ({ machine }),
  'POST /api/activity/bulk/revert': () => bulk(ACTIVITY.map(({ id }) => ({ id, machine }))),
  'GET /api/notes': () => NOTES,
  'POST /api/notes': () => NOTES[0],
  'DELETE /api/notes/:noteId': () => NO_CONTENT,
  'GET /api/overview': () => OVERVIEW,
  'GET /api/attention': () => ATTENTION,
  'POST /api/attention/marks': () => ({ marked: 1 }),
  'PUT /api/attention/thresholds': () => ATTENTION.thresholds,
}

export interface StubApi extends Serving {
  /** Unspecified calls since this function was last called; each was answered with an empty list. */
  unknownCalls(): string[]
}

/** Serves the API and the external reports to a Master, with a few rows of each kind. Nothing changes them. */
export async function serveStubApi(): Promise<StubApi> {
  let unknown: string[] = []
  const app = fastify({ routerOptions: { caseSensitive: false } })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    reply.headers({ ...CORS, 'Access-Control-Allow-Origin': headers.origin ?? '*' })
    if (method === 'OPTIONS') return reply.status(204).send()
  })
  for (const [call, answer] of Object.entries(ANSWERS)) {
    const [method = '', url = ''] = call.split(' ')
    app.route<{ Querystring: Query }>({
      method,
      url,
      handler: async ({ query }, reply) => answer(query) ?? reply.status(204).send(),
    })
  }
  app.setNotFoundHandler(async ({ method, url }, reply) => {
    unknown.push(`${method} ${url.split('?', 1)[0]}`)
    return reply.status(200).send([])
  })
  await app.ready()
  return {
    ...(await serveOnLoopback(app.routing, 0)),
    unknownCalls: () => {
      const calls = unknown
      unknown = []
      return calls
    },
  }
}

const CORS = {
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
}
