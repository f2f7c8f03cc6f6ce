import {
  createServer,
  STATUS_CODES,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Objects are sent as JSON, strings and bytes as they are. */
export interface Answer {
  status?: number
  statusText?: string
  body?: unknown
  headers?: Record<string, string>
  /**
   * 'hang' never answers; 'close' and 'reset' end the connection before the answer, 'cut' in the middle of
   * the body; 'stall' stops sending there.
   */
  fault?: 'hang' | 'close' | 'reset' | 'cut' | 'stall'
  after?: Promise<unknown>
  /** Pauses after `at` bytes of the body, until the promise resolves. */
  pause?: { at: number; until: Promise<unknown> }
}

interface SeenCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface TestServer {
  url: string
  /** Calls in order, without preflights. */
  calls: SeenCall[]
  /** `path` has no query; unknown paths answer 404. */
  on: (path: string, answer: Answer | ((call: SeenCall) => Answer)) => void
  paths: () => string[]
  writes: () => SeenCall[]
  reset: () => void
  drop: () => void
  close: () => Promise<void>
}

/** Returns newline-delimited JSON. */
export const inLines = (items: readonly unknown[]): Answer => ({
  body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' },
})

/** Put `after` into the answer; calling `answer` then sends it. */
export function heldBack() {
  let answer = () => {}
  const after = new Promise<void>((resolve) => (answer = resolve))
  return { after, answer }
}

/** Starts a server on a free port of 127.0.0.1 that allows every origin; unknown paths answer 404. */
export async function startServer(): Promise<TestServer> {
  const answers = new Map<string, Answer | ((call: SeenCall) => Answer)>()
  const calls: SeenCall[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const call = await read(request)
    calls.push(call)
    const found = answers.get(call.path.split('?', 1)[0]!) ?? { status: 404 }
    const answer = typeof found === 'function' ? found(call) : found
    await respond(request, response, answer)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    on: (path, answer) => void answers.set(path, answer),
    paths: () => calls.map(({ path }) => path),
    writes: () => calls.filter(({ method }) => method !== 'GET'),
    reset: () => {
      answers.clear()
      calls.length = 0
    },
    drop: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader(
    'Access-Control-Allow-Headers',
    'authorization, content-type, if-match, idempotency-key, x-background-request',
  )
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
  response.setHeader('Access-Control-Expose-Headers', 'retry-after')
}

async function read(request: IncomingMessage): Promise<SeenCall> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
}

/** Waits for `after`, then sends the answer or simulates its fault. 'cut' and 'stall' ignore `status` and `pause`. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  await answer.after
  switch (answer.fault) {
    case 'hang':
      return
    case 'close':
      return void request.socket.end()
    case 'reset':
      return void request.socket.resetAndDestroy()
    case 'cut':
      return sendHalf(response, answer, () => request.socket.resetAndDestroy())
    case 'stall':
      return sendHalf(response, answer)
    default:
      return send(response, answer)
  }
}

const isText = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

function bytesOf(body: unknown): string | Buffer {
  if (isText(body)) return body
  return body === undefined ? '' : JSON.stringify(body)
}

async function send(
  response: ServerResponse,
  { status = 200, statusText, body, headers, pause }: Answer,
): Promise<void> {
  // an empty string is sent as text too
  response.writeHead(status, statusText ?? STATUS_CODES[status], {
    'Content-Type': isText(body) ? 'text/plain' : 'application/json',
    ...headers,
  })
  const whole = Buffer.from(bytesOf(body))
  if (pause) {
    response.write(whole.subarray(0, pause.at))
    await pause.until
  }
  response.end(whole.subarray(pause?.at ?? 0))
}

function sendHalf(response: ServerResponse, { body, headers }: Answer, sent?: () => void): void {
  // so that even an empty body has something to send
  const whole = Buffer.concat([Buffer.from(' '), Buffer.from(bytesOf(body))])
  response.writeHead(200, {
    'Content-Type': 'application/json',
    ...headers,
    'Content-Length': String(whole.length + 1),
  })
  response.write(whole.subarray(0, whole.length / 2 + 1), sent)
}
