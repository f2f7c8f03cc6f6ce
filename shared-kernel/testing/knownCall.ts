import type { QueryClient } from '@tanstack/react-query'
import { LOGIN_PAGE, type CallFault } from './callFaults'
import type { Answer, TestServer } from './server'

export interface KnownCall {
  name: string
  /** Good answers by method and path: 'GET /api/Games'. */
  answers: Readonly<Record<string, unknown>>
  /** The key of the answer that fails. */
  at: string
  ask: (client: QueryClient) => Promise<unknown>
  /** The body of a successful answer is ignored. */
  unread?: true
  /** A read outside the query cache: never cancelled or repeated. */
  alone?: true
  /** The status after which a write reads the record again and is retried. */
  retriedAfterStatus?: number
  /** Rows are identified by ids, unless `repeats` is set. */
  list?: { row: (index: number) => object; length: (value: unknown) => number; repeats?: true }
  /** The specified result of a fault that is not a failure. */
  instead?: (fault: CallFault) => { value: unknown } | undefined
  /** The token after a success; unchanged if absent. */
  signsIn?: string
  /** Whether a fault ends the session; by default a 401 does. */
  signsOut?: (fault: CallFault) => boolean
  messageOnly?: true
}

export function answerWith(server: TestServer, call: KnownCall, answer: (good: unknown) => Answer): void {
  server.on('/login', LOGIN_PAGE)
  for (const known of Object.keys(call.answers)) {
    const [, path] = known.split(' ')
    server.on(path!, ({ method }) => {
      const body = call.answers[`${method} ${path}`]
      const given = `${method} ${path}` === call.at ? answer(body) : { body }
      // the next test might break a connection that is kept alive
      return { ...given, headers: { Connection: 'close', ...given.headers } }
    })
  }
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
