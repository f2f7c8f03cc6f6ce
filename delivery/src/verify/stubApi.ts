import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveOnLoopback, type Serving } from '../loopback'

/** Somebody who sees every screen. */
const MASTER = {
  userId: 1,
  userName: 'verify',
  level: 1,
  countryId: 1,
  countryName: 'Spain',
  isBlocked: false,
  treeUserNamesCreators: 'verify',
}

/**
 * The least of an API that lets screens mount: a Master who manages nobody. What a screen does with data is
 * its own tests' to show.
 */
export const serveStubApi = (): Promise<Serving> => serveOnLoopback(answer, 0)

function answer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeaders(
    new Headers({
      'Access-Control-Allow-Origin': request.headers.origin ?? '*',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Content-Type': 'application/json',
    }),
  )
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  response.writeHead(request.method === 'OPTIONS' ? 204 : 200)
  response.end(request.method === 'OPTIONS' ? undefined : JSON.stringify(bodyOf(path)))
}

function bodyOf(path: string): unknown {
  if (path === '/api/Users/current') return MASTER
  if (path === '/api/Auth/validate') return true
  return []
}
