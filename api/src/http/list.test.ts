import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from '@jest/globals'
import { DatabaseUnavailable } from '../db/failures'
import { createMetrics } from '../metrics/metrics'
import type { App } from '../foundation/app'
import { negotiateFormat, sendList } from './list'
import { describeEachRequest, logging } from './log'

/** `answered`: the client has the first bytes. `closed`: the server knows that the answer has ended. */
interface Exchange {
  answered: Promise<IncomingMessage>
  closed: Promise<unknown>
}
type End = (exchange: Exchange) => Promise<unknown>

async function* chunksThen(end: () => Promise<unknown>): AsyncGenerator<string> {
  yield '{"userId":1}'
  await end()
}

/** Requests a list that sends its first row before `end` runs. @returns what was read, logged and counted */
async function ask(end: End, accepted: string, leave = false) {
  const log = new PassThrough()
  const app = fastify(logging('info', log)) as unknown as App
  const load = { busy: 0, idle: 0, waiting: 0 }
  const metrics = createMetrics({
    checksInvariants: false,
    loadOf: () => load,
    replicaFigures: null,
    passwordsWaiting: () => 0,
    isListening: () => true,
    lacksSpace: () => false,
    isDatabaseAway: () => false,
    eventFigures: () => ({ streams: 0, sent: new Map(), lag: 0 }),
    storedFacts: async () => null,
    isReady: async () => true,
    isStopping: () => false,
  })
  describeEachRequest(app, 'all')
  metrics.watch(app, 'api')
  const closed = new Promise<unknown>((resolve) => {
    app.addHook('onRequest', async (_request, { raw }) => void resolve(once(raw, 'close')))
  })
  let answered: Promise<IncomingMessage>
  const rows = () => chunksThen(() => end({ answered, closed }))
  app.get('/list', (request, reply) => sendList(reply, negotiateFormat(request, reply), rows()))
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    answered = new Promise((resolve) =>
      get(`${address}/list`, { agent: false, headers: { 'accept-encoding': accepted } }, resolve).on(
        'error',
        () => undefined,
      ),
    )
    const answer = await answered
    if (leave) answer.destroy()
    const read = leave ? '' : await text(answer).catch(() => 'cut off')
    await closed
    const lines = String(log.read() ?? '')
      .split('\n')
      .filter(Boolean)
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const counted = /duration_seconds_count\{.*route="\/list",status="([^"]+)"\} (\d+)/.exec(
      await metrics.text(),
    )
    return {
      read,
      requests: entries.filter(({ msg }) => msg === 'request'),
      warnings: entries.filter(({ level }) => level === 'warn'),
      counted: counted?.slice(1),
    }
  } finally {
    await app.close()
  }
}

const fail: End = async ({ answered }) => {
  await answered
  throw new DatabaseUnavailable('the wait was too long')
}

test.each(['identity', 'gzip'])(
  'a list that fails after its first rows is logged and counted (%s)',
  async (accepted) => {
    const { read, requests, warnings, counted } = await ask(fail, accepted)
    expect(read).toBe('cut off')
    expect(requests).toMatchObject([{ route: '/list', status: 200, cutOff: true }])
    expect(warnings).toMatchObject([{ msg: 'answer cut off', err: { message: 'the wait was too long' } }])
    expect(warnings[0]).toMatchObject({ reqId: requests[0]?.['reqId'] })
    expect(counted).toEqual(['cut off', '1'])
  },
)

test.each(['identity', 'gzip'])(
  'a client that disconnects is logged and counted, but not as a warning (%s)',
  async (accepted) => {
    const { requests, warnings, counted } = await ask(({ closed }) => closed, accepted, true)
    expect(requests).toMatchObject([{ route: '/list', cutOff: true }])
    expect(warnings).toEqual([])
    expect(counted).toEqual(['cut off', '1'])
  },
)

test('a complete list is logged and counted once', async () => {
  const { read, requests, warnings, counted } = await ask(async () => undefined, 'identity')
  expect(read).toBe('[{"userId":1}]')
  expect(requests).toMatchObject([{ route: '/list', status: 200 }])
  expect(requests[0]).not.toHaveProperty('cutOff')
  expect(warnings).toEqual([])
  expect(counted).toEqual(['200', '1'])
})
