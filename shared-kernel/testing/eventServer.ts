import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allowOrigin, type Answer, respond } from './server'

/** An open response to GET /api/events. */
export interface OpenStream {
  lastEventId: string | undefined
  send: (text: string) => void
  end: () => void
  /** Breaks the connection in the middle of the response. */
  cut: () => void
  /** Also called if the client ends the stream. */
  onEnd: (ended: () => void) => void
}

export interface EventServer {
  url: string
  /** All streams so far. */
  streams: OpenStream[]
  paths: string[]
  /** Replaces an answer, including that of `/api/events`, which is a stream by default. */
  on: (path: string, answer: Answer | null) => void
  close: () => Promise<void>
}

/** An event as the API sends it. */
export const frame = (event: string, data: unknown = {}, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A server that sends server-sent events under the test's control. */
export async function startEventServer(onStream?: (stream: OpenStream) => void): Promise<EventServer> {
  const answers = new Map<string, Answer>()
  const streams: OpenStream[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    paths.push(path)
    const answer = answers.get(path)
    if (answer || path !== '/api/events') return void respond(request, response, answer ?? { status: 404 })
    const stream = openStream(response, request.headers['last-event-id'])
    streams.push(stream)
    onStream?.(stream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams,
    paths,
    on: (path, answer) => void (answer ? answers.set(path, answer) : answers.delete(path)),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function openStream(response: ServerResponse, lastEventId: string | string[] | undefined): OpenStream {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(': \n\n')
  return {
    lastEventId: lastEventId?.toString(),
    send: (text) => void response.write(text),
    end: () => void response.end(),
    onEnd: (ended) => void response.on('close', ended),
    cut: () => response.socket?.resetAndDestroy(),
  }
}
