import type { Socket } from 'node:net'
import { messageOf } from './errorAnswers'

const STATUS_OF: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Time to read the answer: a socket destroyed with unread data is reset, which discards it. */
const GRACE_MS = 1_000

/** For bytes that are no valid request: no route, hook or error handler sees them. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason] = STATUS_OF[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ message: messageOf(status) })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // `end` closes only the server's side
  setTimeout(() => socket.destroy(), GRACE_MS).unref()
}
