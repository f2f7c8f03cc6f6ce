import { BlockList, isIPv6, type Server, type Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import { networkOf } from '@console/shared-kernel/schemas'
import type { Settings } from '../settings/settings'
import type { App } from '../foundation/app'
import { HttpError, tooMany } from '../foundation/httpError'
import { messageOf } from './errorAnswers'
import { HEALTH_PATHS } from './health'
import { Counts } from '../foundation/counts'

/**
 * The default, in bytes. Fits a user with the longest fields. Parsing blocks the event loop (0.2 s for 1 MB
 * of brackets), and the body of a sign-in is parsed before anything is known about its sender.
 */
const BODY_LIMIT = 32 * 1024
/** The limit for routes that take 500 items, or the ids of a machine's 10,000 games. */
export const LIST_BODY_LIMIT = 256 * 1024
/** The limit for the 10,000 games of a user's settings, which are objects. */
export const SETTINGS_BODY_LIMIT = 1024 * 1024
/** Headers and address. Large, since a refusal at this limit has no CORS headers for the page to read. */
const HEADER_LIMIT = 128 * 1024
/** Fits a report with every filter. */
const ADDRESS_LIMIT = 4 * 1024
const MINUTE_MS = 60_000
/** Longer than any statement takes. */
const SILENCE_LIMIT_MS = 120_000
const CHECK_INTERVAL_MS = 1_000

export function serverLimits({ requestTimeout }: Settings): FastifyHttpOptions<RawServerDefault> {
  const requestTimeoutMs = requestTimeout * 1000
  return {
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_LIMIT_MS,
    // schemas reject ids that are too long, like any other invalid ones
    routerOptions: { maxParamLength: ADDRESS_LIMIT },
    http: {
      maxHeaderSize: HEADER_LIMIT,
      // two Authorization headers are invalid: a proxy might have read the other one
      joinDuplicateHeaders: true,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
  }
}

/** Counts requests per process, against floods. Guessed passwords are counted in the database instead. */
export async function limitRequests(app: App, settings: Settings): Promise<void> {
  app.server.maxConnections = settings.maxConnections
  limitConnectionsPerAddress(app.server, settings)
  app.addHook('onRequest', async ({ raw }) => {
    if ((raw.url?.length ?? 0) > ADDRESS_LIMIT) throw new HttpError(414, messageOf(414))
  })
  if (settings.rateLimit === 0) return
  await app.register(rateLimit, {
    global: false,
    store: RequestCounts,
    max: settings.rateLimit,
    timeWindow: MINUTE_MS,
    allowList: ({ method, url }) => method === 'GET' && HEALTH_PATHS.includes(url),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl / 1000, 'requests'),
  })
  app.addHook('onRequest', app.rateLimit())
}

const MAX_ADDRESSES = 5_000

interface RequestCount {
  current: number
  until: number
}

/**
 * The plugin's own store uses wall-clock time: if the clock were set back by an hour, it would keep counting
 * for that hour.
 */
export class RequestCounts implements FastifyRateLimitStore {
  private readonly counts = new Map<string, RequestCount>()

  incr(
    address: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now()
    let count = this.counts.get(address)
    if (!count || count.until <= now) {
      count = { current: 0, until: now + timeWindow }
      this.counts.delete(address)
      this.counts.set(address, count)
    }
    count.current += 1
    const [oldest] = this.counts.keys()
    if (this.counts.size > MAX_ADDRESSES && oldest !== undefined) this.counts.delete(oldest)
    done(null, { current: count.current, ttl: count.until - now })
  }

  child(): this {
    return this
  }
}

/** Counts by the connection's own address. Trusted proxies have no limit. */
function limitConnectionsPerAddress(
  server: Server,
  { maxConnectionsPerAddress, trustProxy }: Settings,
): void {
  const isProxy = inNetworks(trustProxy)
  const counts = new Counts()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // already closed by the client
    if (remoteAddress === undefined) return void socket.destroy()
    if (isProxy(remoteAddress)) return
    const address = networkOf(remoteAddress)
    if (counts.of(address) >= maxConnectionsPerAddress) {
      socket.destroy()
      // as Node does for `maxConnections`
      server.emit('drop')
      return
    }
    counts.add(address, 1)
    socket.once('close', () => counts.add(address, -1))
  })
}

/** @param networks such as 10.0.0.0/8, or addresses */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
