import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { leaveSession, rememberSession, storedToken, sessionStore } from '../src/client/storedSession'
import { CALL_FAULTS, SLOW_MS, type CallFault, STRANGE_NAME } from './callFaults'
import { connectTo } from './connectedServer'
import { answerWith, delay, type KnownCall } from './knownCall'
import { startServer, type TestServer, type Answer } from './server'
import { type QueryClient, CancelledError } from '@tanstack/react-query'
import { CallError } from '../src/client/errors'
import { createQueryClient } from '../src/client/queryClient'

type Outcome = { value: unknown } | { failure: unknown }

const settled = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  )

/** Retries as often as the client of a page, but without delay. */
function clientWithoutDelay(): QueryClient {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return client
}

const requestCount = (server: TestServer, { at }: KnownCall): number =>
  server.calls.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === at).length

const isRead = ({ at, alone }: KnownCall): boolean => at.startsWith('GET') && !alone

const LONG = 100_000
const MAX_TRIES = 3

/** Leaves out `readAt`, the time of the read, and `raw`, the record as it was sent. */
const comparable = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (key, part: unknown) => (['raw', 'readAt'].includes(key) ? undefined : part)),
      )

function namesIn(wire: unknown): string[] {
  if (typeof wire !== 'object' || wire === null) return []
  return Object.entries(wire).flatMap(([key, value]) =>
    /name/i.test(key) && typeof value === 'string' ? [value] : namesIn(value),
  )
}

function expectAnswer(call: KnownCall, fault: CallFault, value: unknown, usual: unknown): void {
  const { list } = call
  if (list && fault.long) return expect(list.length(value)).toBe(LONG)
  if (list && fault.name === 'duplicate ids')
    return expect(list.length(value)).toBe(list.length(usual) * (list.repeats ? 2 : 1))
  if (fault.name !== 'strange names') return expect(comparable(value)).toEqual(comparable(usual))
  const shown = namesIn(call.answers[call.at]).some((name) => JSON.stringify(usual).includes(name))
  expect(JSON.stringify(value).includes(STRANGE_NAME)).toBe(shown)
}

function expectFailure(call: KnownCall, fault: CallFault, outcome: Outcome): void {
  const failure = 'failure' in outcome ? outcome.failure : outcome
  // reads of a session are cancelled with it
  if (failure instanceof CancelledError && signsOut(call, fault)) return
  expect(failure).toBeInstanceOf(CallError)
  const { message, status } = failure as CallError
  // readable text, unless the server sent none
  if (status === null || (failure as CallError).said !== null) expect(message).toMatch(/[a-záéíóú]{3}/i)
  expect(message).not.toMatch(/<|\[object|undefined|null/)
  if (call.messageOnly) return expect(message).toContain(fault.error?.message ?? '')
  expect(status).toBe(fault.error?.status ?? null)
  if (fault.error) expect(failure).toMatchObject(fault.error)
}

function expectOutcome(call: KnownCall, fault: CallFault, outcome: Outcome, usual: unknown): void {
  const instead = call.instead?.(fault)
  if (instead && !(signsOut(call, fault) && 'failure' in outcome)) {
    expect(outcome).toEqual(instead)
  } else if (fault.kind === 'good' || (fault.kind === 'unreadable' && call.unread)) {
    expect(outcome).toHaveProperty('value')
    if (!call.unread && 'value' in outcome) expectAnswer(call, fault, outcome.value, usual)
  } else {
    expectFailure(call, fault, outcome)
  }
}

const signsOut = (call: KnownCall, fault: CallFault): boolean =>
  call.signsOut?.(fault) ?? fault.error?.status === 401

function expectTries(server: TestServer, call: KnownCall, fault: CallFault): void {
  const times = requestCount(server, call)
  if (fault.address !== undefined) return expect(times).toBe(0)
  expect(times).toBeGreaterThan(0)
  const isFinal = fault.kind === 'good' || (fault.error?.status ?? 500) < 500
  const mayWait = fault.error?.retryAfter != null
  const isRepeated = isRead(call)
    ? !isFinal || mayWait
    : fault.error !== undefined && fault.error.status === call.retriedAfterStatus
  expect(times).toBeLessThanOrEqual(isRepeated ? MAX_TRIES : 1)
  if (!isRead(call) && isRepeated) expect(times).toBeGreaterThan(1)
}

interface CallOrder {
  name: string
  run: (server: TestServer, call: KnownCall) => Promise<void>
}

/** Holds back each answer until it is released by the index of its call. */
function holdAnswers(server: TestServer, call: KnownCall, late: Answer = {}) {
  const held: (() => void)[] = []
  answerWith(server, call, (body) => ({
    body,
    ...late,
    after: new Promise<void>((resolve) => held.push(resolve)),
  }))
  return {
    release: (index: number) => held[index]?.(),
    arrived: async (count: number) => {
      while (held.length < count) await delay(5)
    },
  }
}

const dataIn = (client: QueryClient): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data)
    .filter((data) => data !== undefined)

const BEA = { userId: 8, userName: 'bea', level: 5, nameClient: '' }

/** A slow call, cancelled if it is a read, and a fast one: a late answer never replaces a newer one. */
async function slowThenFast(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const client = clientWithoutDelay()
  const first = settled(call.ask(client))
  await arrived(1)
  if (isRead(call)) await client.cancelQueries()
  const second = settled(call.ask(client))
  await arrived(2)
  release(1)
  const answer = await second
  expect(answer).toHaveProperty('value')
  const before = dataIn(client)
  release(0)
  expect(await first).toHaveProperty(isRead(call) ? 'failure' : 'value')
  await delay(10)
  // a result that no screen shows may be dropped by then
  expect(before).toEqual(expect.arrayContaining(dataIn(client)))
}

/** Two calls answered in reverse order. */
async function swapped(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const both: Promise<unknown>[] = []
  for (const count of [1, 2]) {
    both.push(settled(call.ask(clientWithoutDelay())))
    await arrived(count)
  }
  release(1)
  expect(await both[1]).toHaveProperty('value')
  release(0)
  expect(await both[0]).toHaveProperty('value')
}

/** The user leaves the screen: a read is cancelled silently, a write continues. */
async function afterUnmount(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const client = clientWithoutDelay()
  const asked = settled(call.ask(client))
  await arrived(1)
  await client.cancelQueries()
  release(0)
  expect(await asked).toHaveProperty(isRead(call) ? 'failure' : 'value')
  await delay(10)
  if (isRead(call)) expect(dataIn(client)).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
}

/** Another user has signed in: no answer to the previous one may affect them, not even a 401. */
async function afterSignOut(server: TestServer, call: KnownCall): Promise<void> {
  for (const late of [{}, { status: 401 }]) {
    rememberSession('t', { ...BEA, userId: 7 })
    const { arrived, release } = holdAnswers(server, call, late)
    const client = clientWithoutDelay()
    const asked = settled(call.ask(client))
    await arrived(1)
    leaveSession()
    rememberSession('t2', BEA)
    release(0)
    const outcome = await asked
    const signedIn = call.signsIn !== undefined && 'value' in outcome
    expect(storedToken()).toBe(signedIn ? call.signsIn : 't2')
    if (!signedIn) expect(sessionStore.get().user).toEqual(BEA)
    if (isRead(call)) expect(dataIn(client)).toEqual([])
  }
}

const CALL_ORDERS: readonly CallOrder[] = [
  { name: 'slow, then fast', run: slowThenFast },
  { name: 'answers in reverse order', run: swapped },
  { name: 'an answer after leaving the screen', run: afterUnmount },
  { name: 'an answer after another sign-in', run: afterSignOut },
]

const ANA = { userId: 7, userName: 'ana', level: 4, nameClient: '' }
const WITHIN_MS = 20_000

/** All pairs with CONSOLE_TEST_ALL, otherwise a sample that contains every call. */
function pairs<Fault extends { name: string }>(
  calls: readonly KnownCall[],
  faults: readonly Fault[],
  first: number,
) {
  return faults.flatMap((fault, index) =>
    calls
      .filter((_, turn) => process.env['CONSOLE_TEST_ALL'] || (first + index) % calls.length === turn)
      .map((call) => [call.name, fault.name, call, fault] as const),
  )
}

/** Tests every call of a client against a sample of the server faults, or against all of them. */
export function describeCalls(calls: readonly KnownCall[]): void {
  let server: TestServer
  // one per test: late calls of a test must not reach the next one
  beforeEach(async () => {
    server = await startServer()
    connectTo(server.url)
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    rememberSession('t', ANA)
  })
  afterEach(async () => {
    leaveSession()
    await server.close()
    jest.clearAllMocks()
  })
  // not after each test, because a call that its test did not wait for may still fail
  afterAll(() => void jest.restoreAllMocks())

  const faulty = pairs(calls, CALL_FAULTS, 0)
  test.each(faulty)('%s: %s', (_, __, call, fault) => runFault(server, call, fault), WITHIN_MS)

  const ordered = pairs(calls, CALL_ORDERS, CALL_FAULTS.length)
  test.each(ordered)('%s: %s', (_, __, call, order) => order.run(server, call), WITHIN_MS)
}

async function runFault(server: TestServer, call: KnownCall, fault: CallFault): Promise<void> {
  const usual = fault.kind === 'good' && !call.unread ? await usualOf(server, call) : undefined
  const long = fault.long && call.list && Array.from({ length: 100_000 }, (_, index) => call.list!.row(index))
  answerWith(server, call, (good) => fault.answer(long ?? good))
  if (fault.address !== undefined) connectTo(fault.address)

  const asked = settled(call.ask(clientWithoutDelay()))
  if (fault.kind === 'waits') await dropConnection(server, call, asked)
  const outcome = await asked

  expectOutcome(call, fault, outcome, usual)
  expectTries(server, call, fault)
  expect(storedToken()).toBe(tokenAfter(call, fault, outcome))
  // nothing unreadable is written back
  if (!isRead(call) && call.at.startsWith('GET') && 'failure' in outcome)
    expect(server.calls.map(({ method }) => method)).toEqual(Array(server.calls.length).fill('GET'))
}

async function usualOf(server: TestServer, call: KnownCall): Promise<unknown> {
  answerWith(server, call, (body) => ({ body }))
  const usual = await call.ask(clientWithoutDelay())
  server.reset()
  rememberSession('t', ANA)
  return usual
}

/** Breaks the connection: calls have no deadline and wait for as long as it is open. */
async function dropConnection(server: TestServer, call: KnownCall, asked: Promise<Outcome>): Promise<void> {
  const first = await Promise.race([asked.then(() => 'settled'), delay(SLOW_MS).then(() => 'waiting')])
  expect(first).toBe('waiting')
  answerWith(server, call, () => ({ fault: 'reset' }))
  server.drop()
}

function tokenAfter(call: KnownCall, fault: CallFault, outcome: Outcome): string | null {
  if (signsOut(call, fault)) return null
  return call.signsIn !== undefined && 'value' in outcome ? call.signsIn : 't'
}
