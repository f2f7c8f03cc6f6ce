import { createQueryClient } from '../src/client/queryClient'
import type { QueryClient } from '@tanstack/react-query'
import { LOGIN_PAGE, type CallFault } from './callFaults'
import type { Answer, TestServer } from './server'

/** A function of a client that makes a call, and what is to be expected of it. */
export interface KnownCall {
  name: string
  /** What is answered while all is well, by method and path: 'GET /api/Games'. */
  answers: Readonly<Record<string, unknown>>
  /** The one of these that goes wrong. */
  at: string
  ask: (client: QueryClient) => Promise<unknown>
  /** What a success is answered with is not read: it is one whatever its body holds. */
  unread?: true
  /** A read that is no query: it is neither given up nor repeated. */
  alone?: true
  /** The status after which a write reads the record again and is repeated. */
  sentAgainAfter?: number
  /** For lists, whose rows are told apart by their ids unless `repeats`. */
  list?: { row: (index: number) => object; length: (value: unknown) => number; repeats?: true }
  /** What is specified to come in the place of a failure. */
  instead?: (fault: CallFault) => { value: unknown } | undefined
  /** The token that a success leaves; the one of before unless told. */
  signsIn?: string
  /** Whether no user is signed in afterwards; after a 401 unless told. */
  signsOut?: (fault: CallFault) => boolean
  /** Its error is a text alone. */
  saysOnlyText?: true
}

export type Outcome = { value: unknown } | { failure: unknown }

export const settled = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  )

/** Tries again as often as on a page, but at once. */
export function impatientClient(): QueryClient {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return client
}

/** Answers everything that the call asks for, and `at` with what is told. */
export function answerWith(server: TestServer, call: KnownCall, answer: (good: unknown) => Answer): void {
  server.on('/login', LOGIN_PAGE)
  for (const known of Object.keys(call.answers)) {
    const [, path] = known.split(' ')
    server.on(path!, ({ method }) => {
      const body = call.answers[`${method} ${path}`]
      const given = `${method} ${path}` === call.at ? answer(body) : { body }
      // a connection that is kept might be broken by the next test
      return { ...given, headers: { Connection: 'close', ...given.headers } }
    })
  }
}

/** How often `at` was asked for. */
export const timesAsked = (server: TestServer, { at }: KnownCall): number =>
  server.calls.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === at).length

export const isRead = ({ at, alone }: KnownCall): boolean => at.startsWith('GET') && !alone

export const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
