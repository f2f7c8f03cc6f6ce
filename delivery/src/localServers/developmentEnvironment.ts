import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Environment } from '@console/shared-kernel/remote'
import { checkedRelease, composeEnvironment, type RemoteSource } from './composeEnvironment'
import { contentSecurityPolicy } from '../site/page'
import { localAddress, type Ports } from '@console/shared-kernel/ports'
import { hasFileExtension } from './serveBuilds'

/** A dev server answers only after it has compiled. */
const TIMEOUT_MS = 30_000

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Middleware that composes `/environment.json` from the releases of the remotes' dev servers, for each
 * request. A remote whose server does not answer is left out, with a warning.
 */
export function developmentEnvironment(ports: Ports): Middleware {
  const servers = {
    name: 'development',
    apiUrl: localAddress(ports.api),
    externalReportsUrl: localAddress(ports.external),
    timeZone: 'Europe/Madrid',
  }
  const sockets = [ports.host, ...Object.values(ports.remotes)].map((port) => `ws://localhost:${port}`)
  // every remote, so that the policy allows one that starts later
  const remotes = Object.fromEntries(
    Object.entries(ports.remotes).map(([name, port]) => [name, { baseUrl: localAddress(port) }]),
  )
  const policy = contentSecurityPolicy({ ...servers, remotes }, { sockets })

  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (!hasFileExtension(path) || path.endsWith('.html'))
      response.setHeader('Content-Security-Policy', policy)
    if (path !== '/environment.json') return next()
    runningRemotes(ports)
      .then((remotes) => send(response, 200, composeEnvironment({ ...servers, remotes })))
      .catch((error: unknown) => send(response, 500, { error: String(error) }))
  }
}

async function runningRemotes(ports: Ports): Promise<RemoteSource[]> {
  const found = await Promise.all(
    Object.entries(ports.remotes).map(async ([name, port]): Promise<RemoteSource[]> => {
      const baseUrl = `${localAddress(port)}/`
      try {
        return [await remoteOfServer(baseUrl)]
      } catch (error) {
        console.warn(`remote-${name} is left out: ${(error as Error).message}`)
        return []
      }
    }),
  )
  return found.flat()
}

/** @throws Error naming the address and the reason */
export async function remoteOfServer(baseUrl: string): Promise<RemoteSource> {
  const address = `${baseUrl}release.json`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
    return { baseUrl, release: checkedRelease(await answer.json(), 'it'), integrity: 'off' }
  } catch (error) {
    throw new Error(`${address}: ${reason(error)}`, { cause: error })
  }
}

/** `fetch` gives the reason for a failure only in the `cause` of its error. */
function reason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

function send(response: ServerResponse, status: number, content: Environment | { error: string }): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
  })
  response.end(JSON.stringify(content, null, 2))
}
