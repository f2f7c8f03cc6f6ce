import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { exists } from '../site/files'
import { serveOnLoopback, type Serving } from './serveOnLoopback'
import {
  contentSecurityPolicy,
  integrityPolicy,
  isScript,
  REMOTE_HEADERS,
  SCRIPT_POLICY,
  SECURITY_HEADERS,
} from '../site/page'

export { PortTaken, type Serving } from './serveOnLoopback'

export interface RemoteSettings {
  root: string
  /** 0 takes a free port. */
  port: number
  /** Serves only what is below these paths, such as `/users/1.4.0-3f9c2a1b/`; without them all of `root`. */
  folders?: readonly string[]
}

export type HostSettings = Omit<RemoteSettings, 'folders'> & {
  /** Origins of dev servers' sockets, e.g. `ws://localhost:4101`. */
  sockets?: string[]
} & (
    | {
        /** Path of the document served as `/environment.json`, read again for each request. */
        environmentFile: string
      }
    | {
        environment: () => Promise<string>
      }
  )

/** @throws Error if the folder is missing, PortTaken if the port is in use */
export async function serveRemote({ root, port, folders = ['/'] }: RemoteSettings): Promise<Serving> {
  const files = await filesOf(root)
  return serveOnLoopback(
    answering(async (path, request, response) => {
      response.setHeaders(new Headers(REMOTE_HEADERS))
      const isServed = folders.some((folder) => path.startsWith(folder))
      if (!isServed || !(await files(path, request, response))) refuse(response, 404)
    }),
    port,
  )
}

/**
 * Serves the host's built folder, an environment document and the policy that follows from it. A missing or
 * broken document is sent as it is, with a policy that allows no remotes: the page reports it.
 * @throws Error if the folder is missing, PortTaken if the port is in use
 */
export async function serveHost(settings: HostSettings): Promise<Serving> {
  const { root, port, sockets = [] } = settings
  const files = await filesOf(root)
  const readEnvironment =
    'environment' in settings ? settings.environment : () => readFile(settings.environmentFile, 'utf8')
  return serveOnLoopback(
    answering(async (path, request, response) => {
      const environment = await readEnvironment().catch(() => null)
      const document = parsed(environment)
      const policy = isScript(path) ? SCRIPT_POLICY : contentSecurityPolicy(document, { sockets })
      response.setHeader('Content-Security-Policy', policy)
      const integrity = integrityPolicy(document)
      if (integrity !== null) response.setHeader('Integrity-Policy', integrity)
      if (path === '/environment.json') {
        return environment === null ? refuse(response, 404) : sendDocument(response, environment)
      }
      const found = await files(path === '/' ? '/index.html' : path, request, response)
      if (found || (!namesAFile(path) && (await files('/index.html', request, response)))) return
      refuse(response, 404)
    }),
    port,
  )
}

type Files = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** @returns a handler that resolves to false if there is no such file; compressed files next to one are sent */
async function filesOf(root: string): Promise<Files> {
  if (!(await exists(root))) throw new Error(`There is no folder ${root}: build it first.`)
  const handler = sirv(root, {
    // looks at the folder for each request, so that a new build is served without a restart
    dev: true,
    etag: true,
    gzip: true,
    brotli: true,
    extensions: [],
    setHeaders: (response, path) => response.setHeader('Cache-Control', cacheControl(path)),
  })
  return (path, request, response) =>
    new Promise((resolve) => {
      response.once('close', () => resolve(true))
      request.url = encodeURI(path).replace(/[?#]/g, encodeURIComponent)
      handler(request, response, () => resolve(false))
    })
}

function answering(
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  return (request, response) => {
    response.setHeaders(new Headers(SECURITY_HEADERS))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return refuse(response, 405)
    }
    const asked = requestPath(request.url ?? '')
    if ('refused' in asked) return refuse(response, asked.refused)
    // whole files only: browsers do not need ranges of these, and an invalid range makes sirv fail
    delete request.headers.range
    answer(asked.path, request, response).catch((error: unknown) => {
      console.error(error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500)
    })
  }
}

const REFUSALS = { 400: 'Bad request', 404: 'Not found', 405: 'Method not allowed', 500: 'Server error' }

function refuse(response: ServerResponse, status: keyof typeof REFUSALS): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' })
  response.end(`${REFUSALS[status]}\n`)
}

function sendDocument(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-cache',
  })
  response.end(text)
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The path, decoded once, or the status of the refusal. */
type RequestPath = { path: string } | { refused: 400 | 404 }

/** Refuses hidden files, and paths that would leave the folder in any encoding. */
export function requestPath(address: string): RequestPath {
  const raw = address.split(/[?#]/, 1)[0] ?? ''
  if (!raw.startsWith('/')) return { refused: 400 }
  let path: string
  try {
    path = decodeURIComponent(raw)
  } catch {
    return { refused: 400 }
  }
  if (/[\0\\]/.test(path)) return { refused: 400 }
  if (path.split('/').some((segment) => segment.startsWith('.'))) return { refused: 404 }
  return { path }
}

/** Paths without a file name are the console's own routes. */
export const namesAFile = (path: string): boolean => /\.[^./]+$/.test(path)

/** Names with a content hash are cached forever; all others are revalidated each time. */
export const cacheControl = (path: string): string =>
  /\.[0-9a-f]{8,}\.[^/]+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
