import { createHash, timingSafeEqual } from 'node:crypto'
import fastify from 'fastify'
import type { Listening } from '../foundation/listen'
import type { Metrics } from './metrics'

const LOOPBACK = '127.0.0.1'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * On a port of its own, which the console's proxy does not forward.
 * @param token required if set; without one the port is open to this machine only
 */
export function createMetricsListener(metrics: Metrics, token: string | null): Listening {
  const app = fastify()
  const expected = token === null ? null : digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    const given = digest(request.headers.authorization ?? '')
    if (expected && !timingSafeEqual(given, expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  return app
}

/** @param host of the other listeners */
export const metricsHost = (host: string, token: string | null): string => (token === null ? LOOPBACK : host)
