import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveOnLoopback, type Serving } from '../localServers/serveOnLoopback'
import {
  ACTIVITY,
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
  TREND,
} from './stubRows'

type Answer = (query: URLSearchParams) => unknown

const { userId, userName, level, nameClient } = MASTER
const NOTHING = undefined
const bulk = (rows: readonly object[]) => ({ results: rows.map((row) => ({ status: 200, ...row })) })
const ofMachine = <T extends object>(answer: T) =>
  MACHINES.map(({ idMachine }) => ({ id: idMachine, ...answer }))
const credited = { credit: 125.5, creditVersion: '2' }
const [client] = BELOW.filter((user) => user.level === 6)
const [counts] = COUNTS
const [machine] = MACHINES
const [game] = GAMES

/** All calls of the API. Those that change something succeed without effect. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  'POST /api/Auth/login': () => ({ token: 'verify', userId, userName, level, nameClient }),
  'GET /api/Auth/validate': () => true,
  'POST /api/Auth/logout': () => NOTHING,
  'GET /api/Users': () => [MASTER, ...BELOW],
  'GET /api/Users/current': () => ({ ...MASTER, features: { trend: {}, activity: {} } }),
  'GET /api/Users/all-hierarchy': () => [MASTER, ...BELOW],
  'GET /api/Users/children': () => BELOW,
  'GET /api/Users/children/:userId': () => BELOW,
  'GET /api/Users/counts': () => COUNTS,
  'GET /api/Users/counts/:userId': () => counts,
  'GET /api/Users/countries': () => COUNTRIES,
  'POST /api/Users': () => client,
  'PUT /api/Users/:userId': () => client,
  'DELETE /api/Users/:userId': () => NOTHING,
  'POST /api/Users/bulk/block': () => bulk(BELOW.map((user) => ({ id: user.userId, ...user }))),
  'GET /api/Machines': () => MACHINES,
  'GET /api/Machines/available-games': () => GAMES.map(({ id, name, type }) => ({ id, name, type })),
  'POST /api/machines/auto-create/:userId': () => machine,
  'PUT /api/Machines/:machineId/credit': () => credited,
  'PUT /api/Machines/:machineId/toggle-block': () => ({ blocked: true }),
  'GET /api/Machines/:machineId/config': () => MACHINE_CONFIG,
  'PUT /api/Machines/:machineId/config': () => MACHINE_CONFIG,
  'GET /api/Machines/:machineId/trend': () => ({ days: TREND }),
  'POST /api/Machines/bulk/credit': () => bulk(ofMachine(credited)),
  'POST /api/Machines/bulk/block': () => bulk(ofMachine({ blocked: true })),
  'POST /api/Machines/bulk/config': () => bulk(ofMachine(MACHINE_CONFIG)),
  'GET /api/Games': () => GAMES,
  'GET /api/Games/:gameId': () => game,
  'POST /api/Games': () => game,
  'PUT /api/Games/:gameId': () => game,
  'DELETE /api/Games/:gameId': () => NOTHING,
  'GET /api/Games/user-settings/:userId': () => GAME_SETTINGS,
  'PUT /api/Games/user-settings/:userId': () => GAME_SETTINGS,
  'POST /api/Games/user-settings/copy': () =>
    bulk(BELOW.map((user) => ({ id: user.userId, ...GAME_SETTINGS }))),
  'GET /api/internal/query': () => INTERNAL_ROWS,
  'GET /api/external/query': (query) => MOVEMENT_ROWS.get(query.get('queryType')) ?? EXTERNAL_TOTALS,
  'GET /api/activity': () => ({ rows: ACTIVITY, next: null }),
  // not among its features, so that no page asks for it
  'GET /api/events': () => NOTHING,
}

const ROUTES = Object.entries(ANSWERS).map(
  ([call, answer]) => [new RegExp(`^${call.replace(/:\w+/g, '[^/]+')}$`, 'i'), answer] as const,
)

export interface StubApi extends Serving {
  /** Unspecified calls since the last call of this function; they got an empty list. */
  unknownCalls(): string[]
}

/** Serves the API and the external reports to a Master, with a few rows of each kind. Nothing changes them. */
export async function serveStubApi(): Promise<StubApi> {
  let unknown: string[] = []
  const serving = await serveOnLoopback((request, response) => {
    response.setHeaders(new Headers(headersFor(request)))
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const call = `${request.method} ${pathname}`
    const answer = ROUTES.find(([route]) => route.test(call))?.[1]
    if (!answer) unknown.push(call)
    send(response, answer ? answer(searchParams) : [])
  }, 0)
  return {
    ...serving,
    unknownCalls: () => {
      const calls = unknown
      unknown = []
      return calls
    },
  }
}

const headersFor = ({ headers }: IncomingMessage): Record<string, string> => ({
  'Access-Control-Allow-Origin': headers.origin ?? '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
})

function send(response: ServerResponse, body: unknown): void {
  if (body === undefined) return void response.writeHead(204).end()
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
