import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { App } from '../foundation/app'
import { HttpError, retryAfter } from '../foundation/httpError'
import { callerOf, headerOf } from '../http/accessRules'
import { messageOf } from '../http/errorAnswers'
import type { Sink } from '../services/events/eventStream'
import type { Services } from '../services/services'

/** Time for a client to read the end of a stream; what it has not read by then is lost. */
const LAST_READ_MS = 1_000

const eventsAnswer = {
  description: 'Server-sent events: what changes in the subtree of the caller',
  content: { 'text/event-stream': { schema: z.string() } },
}

export function eventRoute(app: App, { events, readiness }: Services): void {
  app.get('/api/events', { schema: { response: { 200: eventsAnswer } } }, async (request, reply) => {
    if (readiness.isStopping()) throw new HttpError(503, messageOf(503), retryAfter(1))
    const { raw } = reply.hijack()
    if (raw.destroyed) return
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx would buffer events
      'x-accel-buffering': 'no',
    })
    const remove = events.open(callerOf(request), sinkOf(raw), headerOf(request, 'last-event-id') ?? null)
    raw.once('close', remove)
  })
}

const sinkOf = (raw: ServerResponse): Sink => ({
  send: (text) => void raw.write(text),
  waiting: () => raw.writableLength,
  end: () => {
    raw.end()
    const timer = setTimeout(() => raw.destroy(), LAST_READ_MS).unref()
    raw.once('close', () => clearTimeout(timer))
  },
  cutOff: () => void raw.destroy(),
})
