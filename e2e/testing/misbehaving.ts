import type { Socket } from 'node:net'
import { request as forward, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { serveOnLoopback } from '@console/delivery/loopback'
import { type Answer, respond } from '@console/shared-kernel/testing/node'

/** What a server does instead of answering correctly. */
export type Fault =
  | { kind: 'hang' }
  | { kind: 'reset' }
  /** The request is carried out, but the connection breaks before the answer. */
  | { kind: 'lost' }
  | {
      kind: 'answer'
      status: number
      /** The reason phrase; by default the standard one. */
      reason?: string
      body?: string
      /** Replaces `body`: the answer stays open until the client leaves. `send` sends more of it. */
      stream?: (send: (text: string) => void) => void
      type?: string
      headers?: Record<string, string>
    }
  | { kind: 'slow'; ms: number }
  /** Passed on once `until` resolves, see {@link held}. */
  | { kind: 'held'; until: Promise<void> }
  /** The true answer with one byte of its body changed. */
  | { kind: 'tamper' }
  /** The true answer with text appended. */
  | { kind: 'append'; text: string }
  /** The first half of the true answer, as if it were complete. */
  | { kind: 'truncate' }
  /** An answer made from the true one, parsed as JSON. */
  | { kind: 'made'; of: (good: unknown) => Answer }
  /** The true answer without the headers named. */
  | { kind: 'without'; headers: string[] }
  /** The true answer as it arrives; other answers are passed on once complete, as by a buffering proxy. */
  | { kind: 'streamed' }

export const BROKEN = { kind: 'answer', status: 500, body: '{"message":"broken"}' } satisfies Fault
export const HANG = { kind: 'hang' } satisfies Fault
export const STREAMED = { kind: 'streamed' } satisfies Fault

/** A fault that lasts until it is released. */
export function held(): { fault: Fault; release: () => void } {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  return { fault: { kind: 'held', until }, release }
}

export interface MisbehavingServer {
  url: string
  /** Gives this fault to requests whose path (with query) matches; `null` removes it. */
  fault: (path: RegExp, fault: Fault | null) => void
  /** Path and query of each request so far, excluding CORS preflights. */
  requests: string[]
  /** Breaks all connections. */
  drop: () => void
  close: () => Promise<void>
}

/**
 * A server in front of a good one. It answers as the good one does, except for the faults that a test sets.
 *
 * @param port 0 for a free port
 */
export async function misbehaving(target: string, port = 0): Promise<MisbehavingServer> {
  const faults = new Map<string, { path: RegExp; fault: Fault }>()
  const requests: string[] = []

  const sockets = new Set<Socket>()
  const serving = await serveOnLoopback((request, response) => {
    const { socket } = request
    // one socket carries several requests
    if (!sockets.has(socket)) socket.once('close', () => sockets.delete(socket))
    sockets.add(socket)
    const path = request.url ?? '/'
    // preflights are passed on: only the call itself fails
    if (request.method === 'OPTIONS') return pass(target, request, response)
    requests.push(path)
    const found = [...faults.values()].find((entry) => entry.path.test(path))
    misbehave(found?.fault, target, request, response)
  }, port)

  return {
    url: serving.url,
    requests,
    fault: (path, fault) => {
      if (fault) faults.set(path.source, { path, fault })
      else faults.delete(path.source)
    },
    drop: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: () => serving.close(),
  }
}

function misbehave(
  fault: Fault | undefined,
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  switch (fault?.kind) {
    case 'hang':
      return
    case 'reset':
      return request.socket.destroy()
    case 'lost':
      return pass(target, request, response, { lose: true })
    case 'answer':
      return answer(fault, request, response)
    case 'slow':
      return setTimeout(() => pass(target, request, response), fault.ms)
    case 'held':
      return fault.until.then(() => pass(target, request, response))
    case 'tamper':
      return pass(target, request, response, { change: flipLastByte })
    case 'append': {
      const append = (body: Buffer) => Buffer.concat([body, Buffer.from(fault.text)])
      return pass(target, request, response, { change: append, leaveOut: ['content-length'] })
    }
    case 'truncate':
      return pass(target, request, response, { change: firstHalf, leaveOut: ['content-length'] })
    case 'made':
      return pass(target, request, response, { of: fault.of })
    case 'streamed':
      return pass(target, request, response, { streamed: true })
    case 'without':
      return pass(target, request, response, { leaveOut: fault.headers })
    default:
      return pass(target, request, response)
  }
}

function answer(
  fault: Extract<Fault, { kind: 'answer' }>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  response.writeHead(fault.status, fault.reason ?? STATUS_CODES[fault.status], {
    'Content-Type': fault.type ?? 'application/json',
    // readable across origins, as a good server's error would be
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After',
    ...fault.headers,
  })
  if (!fault.stream) return response.end(fault.body ?? '')
  response.flushHeaders()
  fault.stream((text) => response.write(text))
}

interface Changes {
  change?: (body: Buffer) => Buffer
  leaveOut?: string[]
  lose?: boolean
  streamed?: boolean
  of?: (good: unknown) => Answer
}

function pass(target: string, request: IncomingMessage, response: ServerResponse, changes: Changes = {}) {
  const headers = { ...request.headers, host: new URL(target).host }
  delete headers['accept-encoding']
  // so that lists arrive as JSON, which the fault can change
  if (changes.of) delete headers.accept
  const onward = forward(
    new URL(request.url ?? '/', target),
    { method: request.method, headers },
    (source) => {
      if (changes.streamed) {
        response.writeHead(source.statusCode ?? 502, source.headers)
        response.flushHeaders()
        return source.pipe(response)
      }
      const chunks: Buffer[] = []
      source.on('data', (chunk: Buffer) => chunks.push(chunk))
      source.on('end', () => {
        if (changes.lose) return request.socket.destroy()
        if (changes.of) return make(changes.of, source, Buffer.concat(chunks), request, response)
        const body = changes.change?.(Buffer.concat(chunks)) ?? Buffer.concat(chunks)
        const kept = Object.entries(source.headers).filter(([name]) => !changes.leaveOut?.includes(name))
        response.writeHead(source.statusCode ?? 502, Object.fromEntries(kept))
        response.end(body)
      })
    },
  )
  onward.on('error', () => response.destroy())
  // a stream ends when its client disconnects
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/** The new answer is readable across origins, like the true one. */
function make(
  of: (good: unknown) => Answer,
  source: IncomingMessage,
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const answer = of(body.length > 0 ? JSON.parse(body.toString()) : undefined)
  const kept = Object.entries(source.headers).filter(([name]) => name.startsWith('access-control-'))
  const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
  void respond(request, response, {
    ...answer,
    headers: { ...headers, 'Access-Control-Expose-Headers': 'Retry-After', ...answer.headers },
  })
}

const firstHalf = (body: Buffer): Buffer => body.subarray(0, body.length / 2)

function flipLastByte(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  changed[changed.length - 2]! ^= 1
  return changed
}
