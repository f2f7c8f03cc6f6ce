import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { CommandError } from '@console/shared-kernel/command'
import { parsedJson } from '@console/shared-kernel/contracts'
import { isAccessible } from '../site/files'
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
  /** 0 picks a free port. */
  port: number
  /** Serves only files below these paths, e.g. `/users/1.4.0-3f9c2a1b/`; by default all of `root`. */
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

/** @throws CommandError if the folder is missing, PortTaken if the port is in use */
export async function serveRemote({ root, port, folders = ['/'] }: RemoteSettings): Promise<Serving> {
  const app = await filesOf(root)
  app.addHook('onRequest', async (_, reply) => void reply.headers(REMOTE_HEADERS))
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    return folders.some((folder) => path.startsWith(folder)) ? reply.sendFile(path) : sendStatus(reply, 404)
  })
  await app.ready()
  return serveOnLoopback(app.routing, port)
}

/**
 * Serves the host's built folder, an environment document and the policy that follows from it. A missing or
 * broken document is sent as is, with a policy that allows no remotes: the page reports it.
 * @throws CommandError if the folder is missing, PortTaken if the port is in use
 */
export async function serveHost(settings: HostSettings): Promise<Serving> {
  const { root, port, sockets = [] } = settings
  const app = await filesOf(root)
  const readEnvironment =
    'environment' in settings ? settings.environment : () => readFile(settings.environmentFile, 'utf8')
  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    const environment = await readEnvironment().catch(() => null)
    const document = parsedJson(environment ?? 'null')
    const policy = isScript(path) ? SCRIPT_POLICY : contentSecurityPolicy(document, { sockets })
    reply.header('Content-Security-Policy', policy)
    const integrity = integrityPolicy(document)
    if (integrity !== null) reply.header('Integrity-Policy', integrity)
    if (path !== '/environment.json') return reply.sendFile(hasFileExtension(path) ? path : '/index.html')
    if (environment === null) return sendStatus(reply, 404)
    return reply.headers({ 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-cache' }).send(environment)
  })
  await app.ready()
  return serveOnLoopback(app.routing, port)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends the files of a folder, precompressed if there is such a file next to it. Rejects other paths. */
async function filesOf(root: string) {
  if (!(await isAccessible(root))) throw new CommandError(`There is no folder ${root}: build it first.`)
  const app = fastify({
    frameworkErrors: (error, _, reply) => sendStatus(reply, error.statusCode ?? 500),
  })
  app.addHook('onRequest', async (_, reply) => void reply.headers(SECURITY_HEADERS))
  app.setErrorHandler<Error & { statusCode?: number }>((error, _, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 500) console.error(error)
    // 403 stands for folders and for paths that lead out of the root
    return sendStatus(reply, statusCode === 403 ? 404 : statusCode)
  })
  app.setNotFoundHandler(({ method }, reply) =>
    method === 'GET' || method === 'HEAD'
      ? sendStatus(reply, 404)
      : sendStatus(reply.header('Allow', 'GET, HEAD'), 405),
  )
  await app.register(fastifyStatic, {
    root: resolve(root),
    // looks files up on each request, so that a new build is served without a restart
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // browsers do not need byte ranges of these files
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('Cache-Control', cacheControl(path)),
  })
  return app
}

/** The path, decoded once. */
const pathOf = ({ params }: FastifyRequest): string => `/${(params as { '*': string })['*']}`

const sendStatus = (reply: FastifyReply, status: number): FastifyReply =>
  reply
    .status(status)
    .headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' })
    .send(`${STATUS_CODES[status]}\n`)

/** Paths without a file extension are the console's own routes. */
export const hasFileExtension = (path: string): boolean => /\.[^./]+$/.test(path)

/** Names with a content hash are cached forever; all others are revalidated each time. */
export const cacheControl = (path: string): string =>
  /\.[0-9a-f]{8,}\.[^/]+$/i.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
