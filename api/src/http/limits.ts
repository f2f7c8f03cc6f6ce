import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { Settings } from '../settings'
import type { App } from './appType'
import { limitConnectionsPerAddress } from './connections'
import { HttpError, tooMany } from '../httpError'
import { messageOf } from './errorAnswers'
import { HEALTH_PATHS } from './healthPaths'

/** Ample for the largest request, a user's settings with the 10,000 games that may be chosen. */
const BODY_LIMIT = 1024 * 1024
/**
 * Of all headers and the address together. Beyond it there is no request and so no origin that may read the
 * answer: ample for whatever a page finds in its storage and takes for a token, which is then a plain 401.
 */
const HEADER_LIMIT = 128 * 1024
/** Ample for a report with every filter. */
const ADDRESS_LIMIT = 4 * 1024
const MINUTE_MS = 60_000
/** Neither side has said anything: longer than any statement takes. */
const SILENCE_LIMIT_MS = 120_000
/** How often Node looks for clients that are too slow. */
const CHECK_EVERY_MS = 1_000

/** Sizes, and when to let go of clients that send a request a byte at a time or do not read the answer. */
export function serverLimits({ requestTimeout }: Settings): FastifyHttpOptions<RawServerDefault> {
  const requestTimeoutMs = requestTimeout * 1000
  return {
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_LIMIT_MS,
    // a part of an address that is too long for an id is refused by its schema, like any other invalid one
    routerOptions: { maxParamLength: ADDRESS_LIMIT },
    http: {
      maxHeaderSize: HEADER_LIMIT,
      // of two Authorization headers neither counts: a proxy might have read the other one
      joinDuplicateHeaders: true,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
  }
}

/** Requests are counted in this process alone, against floods; guessed passwords in the database. */
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
    allowList: ({ url }) => HEALTH_PATHS.includes(url),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl / 1000, 'requests'),
  })
  // one hook for everything, unknown addresses included
  app.addHook('onRequest', app.rateLimit())
}

const MOST_ADDRESSES = 5_000

interface RequestCount {
  current: number
  readonly until: number
}

/** The plugin's own counts go by the clock: set back by an hour, it would go on counting for that hour. */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, RequestCount>()

  incr(
    address: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now()
    let count = this.#counts.get(address)
    if (!count || count.until <= now) {
      count = { current: 0, until: now + timeWindow }
      this.#counts.delete(address)
      this.#counts.set(address, count)
    }
    count.current += 1
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MOST_ADDRESSES && oldest !== undefined) this.#counts.delete(oldest)
    done(null, { current: count.current, ttl: count.until - now })
  }

  child(): this {
    return this
  }
}
