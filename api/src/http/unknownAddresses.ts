import type { IncomingMessage } from 'node:http'
import { HttpError } from '../foundation/httpError'
import { messageOf } from './errorAnswers'
import type { App } from '../foundation/app'

const NOWHERE = '/unreadable'

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

function isReadable(address: string): boolean {
  try {
    decodeURIComponent(pathOf(address))
    return true
  } catch {
    return false
  }
}

/** Fastify would answer undecodable addresses without running hooks, so without our headers. */
export const rewriteUnreadable = ({ url = NOWHERE }: IncomingMessage): string =>
  isReadable(url) ? url : NOWHERE

/**
 * Answers requests without a route: 405 with Allow for a known address (including HEAD requests), 404 for an
 * unknown one, 400 for one that cannot be decoded. The body is not read. Call before adding routes, and after
 * adding the hooks that count requests.
 */
export function answerUnknown(app: App): void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  app.addHook('onRequest', async ({ is404, url, originalUrl }) => {
    if (!is404) return
    if (!isReadable(originalUrl)) throw new HttpError(400, messageOf(400))
    const path = pathOf(url)
    const allowed = [...methods].flatMap(([pattern, names]) => (fits(pattern, path) ? [...names] : []))
    if (allowed.length === 0) throw new HttpError(404, messageOf(404))
    throw new HttpError(405, messageOf(405), {
      headers: { allow: [...new Set(allowed)].sort().join(', ') },
    })
  })
}

function fits(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === actual[index] || (part.startsWith(':') && actual[index] !== ''))
  )
}
