import {
  createServer,
  STATUS_CODES,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a path answers. An object goes out as JSON, a text as it is. */
export interface Answer {
  status?: number
  statusText?: string
  body?: unknown
  headers?: Record<string, string>
  /** 'hang' never answers, 'reset' breaks the connection. */
  fault?: 'hang' | 'reset'
  /** The answer waits for this. */
  after?: Promise<unknown>
  /** The body breaks off after so many characters, until this. */
  pause?: { at: number; until: Promise<unknown> }
}

export interface SeenCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server on a free local port that answers what a test tells it to. */
export interface TestServer {
  url: string
  /** Every call but the browser's own preflights, in the order they came. */
  calls: SeenCall[]
  /** From now on `path` (without its query) answers this; anything not told answers 404. */
  on: (path: string, answer: Answer | ((call: SeenCall) => Answer)) => void
  /** Paths that were asked for, in order. */
  paths: () => string[]
  /** Forgets answers and calls. */
  reset: () => void
  close: () => Promise<void>
}

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
    await answer.after
    if (answer.fault === 'hang') return
    if (answer.fault === 'reset') return request.socket.destroy()
    await send(response, answer)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    on: (path, answer) => void answers.set(path, answer),
    paths: () => calls.map(({ path }) => path),
    reset: () => {
      answers.clear()
      calls.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, if-match, idempotency-key')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
  response.setHeader('Access-Control-Expose-Headers', 'retry-after')
}

async function read(request: IncomingMessage): Promise<SeenCall> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
}

async function send(
  response: ServerResponse,
  { status = 200, statusText, body, headers, pause }: Answer,
): Promise<void> {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  // an empty one is sent as it is
  response.writeHead(status, statusText ?? STATUS_CODES[status], {
    'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json',
    ...headers,
  })
  if (pause) {
    response.write(text.slice(0, pause.at))
    await pause.until
  }
  response.end(text.slice(pause?.at ?? 0))
}
