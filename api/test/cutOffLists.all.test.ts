import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once, type EventEmitter } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { DatabaseBusy } from '../src/db/failures'
import type { App } from '../src/foundation/app'
import { unauthorized } from '../src/foundation/httpError'
import { createApp } from '../src/http/app'
import { MAX_ANSWER_MS, negotiateFormat, sendList } from '../src/http/list'
import { readSettings } from '../src/settings/settings'
import { temporaryFolder } from '../testing/cleanUp'
import { freePort } from '../testing/cluster'

declare global {
  /** Set by jest.config. Null if it is not installed. */
  var nginx: string | null
}

const LINES = 'application/x-ndjson'
const COUNTED = `${LINES};complete=true`

/** What the list does, and whether the session that requested it has ended. */
let chunks: () => AsyncGenerator<string>
let hasEnded = false
/** The number of session checks that will still find a full queue. */
let busyChecks = 0
let app: App
let port: number

beforeAll(async () => {
  const readiness = { isServingSoon: async () => true, isStopping: () => false }
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '0' })
  app = await createApp(settings, readiness, () => undefined, { note: () => true })
  app.get('/chunks', (incoming, reply) => {
    incoming.checkSession = async () => {
      if (busyChecks > 0) {
        busyChecks -= 1
        throw new DatabaseBusy('The queue is full')
      }
      if (hasEnded) throw unauthorized()
    }
    return sendList(reply, negotiateFormat(incoming, reply), chunks())
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterEach(() => {
  hasEnded = false
  busyChecks = 0
})
afterAll(() => app?.close())

/** More than a proxy buffers, even when compressed. */
const LONG = randomBytes(100_000).toString('hex')
let onData: () => void = () => undefined

/** Sends two rows and, once the client has received some data, what follows. */
const rowsThen = (follow: () => AsyncGenerator<string> | Promise<never>) =>
  async function* () {
    const received = new Promise<void>((resolve) => (onData = resolve))
    yield `{"a":1},\n{"a":"${LONG}"}`
    await received
    const more = follow()
    if (Symbol.asyncIterator in more) yield* more
    else await more
  }
const failing = rowsThen(async () => {
  throw new Error('The database went away')
})
const whole = rowsThen(async function* () {
  yield '{"a":3}'
})

/** `once` would reject if an error came first. */
const closed = (stream: EventEmitter) => new Promise((resolve) => stream.once('close', resolve))

async function ask(at: number, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: at, path: '/chunks', headers, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  sent.on('error', () => undefined)
  return answer.on('error', () => undefined)
}

interface Read {
  status: number | undefined
  type: string | undefined
  text: string
  /** Whether the connection ended as it does after a complete answer. */
  complete: boolean
}

async function read(at: number, headers: Record<string, string> = {}): Promise<Read> {
  const answer = await ask(at, headers)
  let text = ''
  answer.on('data', (chunk) => {
    text += String(chunk)
    onData()
  })
  await closed(answer)
  return { status: answer.statusCode, type: answer.headers['content-type'], text, complete: answer.complete }
}

/** @returns what a client that speaks HTTP/1.0 received, and how its connection ended */
async function readByOld(accept = '*/*'): Promise<{ text: string; end: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /chunks HTTP/1.0\r\nAccept: ${accept}\r\n\r\n`)
  let [text, end] = ['', 'ended']
  socket.on('data', (chunk) => {
    text += String(chunk)
    onData()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? ''))
  await closed(socket)
  return { text, end }
}

const CLIENTS = [
  ['JSON', {}],
  ['lines', { accept: LINES }],
  ['JSON, compressed', { 'accept-encoding': 'gzip' }],
] as const

describe('a list that fails midway', () => {
  test.each(CLIENTS)('is incomplete over HTTP/1.1 (%s)', async (_, headers) => {
    chunks = failing
    expect(await read(port, headers)).toMatchObject({ status: 200, complete: false })
  })

  test.each([['*/*'], [LINES]])(
    'is reset over HTTP/1.0, where a normal end means a complete answer (%s)',
    async (accept) => {
      chunks = failing
      expect((await readByOld(accept)).end).toBe('ECONNRESET')
      chunks = whole
      const { text, end } = await readByOld(accept)
      expect([text.includes('{"a":3}'), end]).toEqual([true, 'ended'])
    },
  )

  const { nginx } = globalThis
  const describeWithNginx = (name: string, tests: () => void) => nginx && describe(name, tests)
  describeWithNginx("behind nginx's default proxy_pass, which speaks HTTP/1.0 to the API", () => {
    let proxy: number
    let stop: () => Promise<void>
    beforeAll(async () => {
      proxy = await freePort()
      stop = await startNginx(
        nginx!,
        `listen 127.0.0.1:${proxy}; location / { proxy_pass http://127.0.0.1:${port}; }`,
      )
      while (!(await fetch(`http://127.0.0.1:${proxy}/`).catch(() => null))) await sleep(20)
    })
    afterAll(() => stop?.())

    test.each(CLIENTS)('is incomplete (%s)', async (_, headers) => {
      chunks = failing
      expect(await read(proxy, headers)).toMatchObject({ status: 200, complete: false })
      chunks = whole
      expect(await read(proxy, headers)).toMatchObject({ status: 200, complete: true })
    })
  })
})

test.each([
  [COUNTED, `${COUNTED}; charset=utf-8`, '{"complete":true,"rows":3}\n'],
  [LINES, `${LINES}; charset=utf-8`, ''],
])('lines requested as %s are sent as %s, and end in %j', async (accept, type, end) => {
  chunks = whole
  expect(await read(port, { accept })).toEqual({
    status: 200,
    type,
    text: `{"a":1}\n{"a":"${LONG}"}\n{"a":3}\n${end}`,
    complete: true,
  })
})

test('an empty list of counted lines says that it is complete', async () => {
  chunks = async function* () {}
  expect((await read(port, { accept: COUNTED })).text).toBe('{"complete":true,"rows":0}\n')
})

test('a list whose session ends is cut off before its next chunk', async () => {
  chunks = rowsThen(async function* () {
    hasEnded = true
    yield '{"a":3}'
  })
  const answer = await read(port)
  expect(answer).toMatchObject({ status: 200, complete: false })
  expect(answer.text).not.toContain('{"a":3}')
})

test('a chunk waits while the database is too busy to check the session', async () => {
  chunks = rowsThen(async function* () {
    busyChecks = 2
    yield '{"a":3}'
  })
  const answer = await read(port)
  expect([answer.complete, answer.text.includes('{"a":3}'), busyChecks]).toEqual([true, true, 0])
})

test('an answer takes at most 10 minutes, even if the client stops reading', async () => {
  // `sleep` stays real: the timers of node:timers are not replaced
  jest.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] } as never)
  let isOver = false
  const over = new Promise<void>((resolve) => {
    chunks = async function* () {
      try {
        for (;;) yield `{"a":"${'x'.repeat(1_000_000)}"}`
      } finally {
        isOver = true
        resolve()
      }
    }
  })
  const answer = await ask(port)
  try {
    jest.advanceTimersByTime(MAX_ANSWER_MS - 60_000)
    await sleep(50)
    expect(isOver).toBe(false)
    jest.advanceTimersByTime(60_000)
    await over
    answer.resume()
    await closed(answer)
    expect(answer.complete).toBe(false)
  } finally {
    jest.useRealTimers()
    answer.destroy()
  }
})

/** Runs nginx as a process of the current user, with everything it writes in one folder. */
async function startNginx(program: string, server: string): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`)
    .join('\n')
  const configuration = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${join(folder, 'pid')};
    error_log ${join(folder, 'error.log')};
    events {}
    http { access_log off; ${temporary} server { ${server} } }`
  writeFileSync(join(folder, 'main'), configuration)
  const args = ['-p', folder, '-c', join(folder, 'main'), '-e', join(folder, 'error.log')]
  execFileSync(program, [...args, '-t'], { stdio: 'pipe' })
  const running = spawn(program, [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  return async () => {
    running.kill()
    await once(running, 'exit')
  }
}
