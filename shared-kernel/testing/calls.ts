import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { leaveSession, rememberSession, storedToken } from '../src/client/storedSession'
import { CALL_FAULTS, SLOW_MS, type CallFault } from './callFaults'
import { CALL_ORDERS } from './callOrders'
import { expectOutcome, expectTries, signsOut } from './callVerdict'
import { connectTo } from './connectedServer'
import { answerWith, impatientClient, isRead, settled, soon, type KnownCall, type Outcome } from './knownCall'
import { startServer, type TestServer } from './server'

const ANA = { userId: 7, userName: 'ana', level: 4, nameClient: '' }
const WITHIN_MS = 20_000

/** A sample that contains every call, or all pairs. */
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

/** Tests every call of a client against a sample of server faults, or all. */
export function describeCalls(calls: readonly KnownCall[]): void {
  let server: TestServer
  // each test has its own: late calls of a test must not reach the next
  beforeEach(async () => {
    server = await startServer()
    connectTo(server.url)
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    rememberSession('t', ANA)
  })
  afterEach(async () => {
    jest.restoreAllMocks()
    leaveSession()
    await server.close()
  })

  const faulty = pairs(calls, CALL_FAULTS, 0)
  test.each(faulty)('%s: %s', (_, __, call, fault) => meet(server, call, fault), WITHIN_MS)

  const ordered = pairs(calls, CALL_ORDERS, CALL_FAULTS.length)
  test.each(ordered)('%s: %s', (_, __, call, order) => order.meets(server, call), WITHIN_MS)
}

async function meet(server: TestServer, call: KnownCall, fault: CallFault): Promise<void> {
  const usual = fault.kind === 'good' && !call.unread ? await usualOf(server, call) : undefined
  const long = fault.long && call.list && Array.from({ length: 100_000 }, (_, index) => call.list!.row(index))
  answerWith(server, call, (good) => fault.answer(long ?? good))
  if (fault.address !== undefined) connectTo(fault.address)

  const asked = settled(call.ask(impatientClient()))
  if (fault.kind === 'waits') await breakOff(server, call, asked)
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
  const usual = await call.ask(impatientClient())
  server.reset()
  rememberSession('t', ANA)
  return usual
}

/** Breaks a connection off: calls have no deadline and wait as long as it stands. */
async function breakOff(server: TestServer, call: KnownCall, asked: Promise<Outcome>): Promise<void> {
  const first = await Promise.race([asked.then(() => 'settled'), soon(SLOW_MS).then(() => 'waiting')])
  expect(first).toBe('waiting')
  answerWith(server, call, () => ({ fault: 'reset' }))
  server.drop()
}

function tokenAfter(call: KnownCall, fault: CallFault, outcome: Outcome): string | null {
  if (signsOut(call, fault)) return null
  return call.signsIn !== undefined && 'value' in outcome ? call.signsIn : 't'
}
