import { expect } from '@jest/globals'
import type { QueryClient } from '@tanstack/react-query'
import { leaveSession, rememberSession, sessionStore, storedToken } from '../src/client/storedSession'
import { answerWith, impatientClient, isRead, settled, soon, type KnownCall } from './knownCall'
import type { Answer, TestServer } from './server'

interface CallOrder {
  name: string
  meets: (server: TestServer, call: KnownCall) => Promise<void>
}

/** Holds answers back until released, in the order of the calls. */
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
      while (held.length < count) await soon(5)
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

/** The first caller gives up or both wait: each gets its own answer, and an old one replaces no newer one. */
async function slowThenFast(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const client = impatientClient()
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
  await soon(10)
  // a result that no screen shows may be dropped by then
  expect(before).toEqual(expect.arrayContaining(dataIn(client)))
}

/** Two calls answered in reverse order. */
async function swapped(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const both: Promise<unknown>[] = []
  for (const count of [1, 2]) {
    both.push(settled(call.ask(impatientClient())))
    await arrived(count)
  }
  release(1)
  expect(await both[1]).toHaveProperty('value')
  release(0)
  expect(await both[0]).toHaveProperty('value')
}

/** The screen is left: a read is cancelled silently, a write continues. */
async function afterUnmount(server: TestServer, call: KnownCall): Promise<void> {
  const { arrived, release } = holdAnswers(server, call)
  const client = impatientClient()
  const asked = settled(call.ask(client))
  await arrived(1)
  await client.cancelQueries()
  release(0)
  expect(await asked).toHaveProperty(isRead(call) ? 'failure' : 'value')
  await soon(10)
  if (isRead(call)) expect(dataIn(client)).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
}

/** Another user has signed in: no answer may reach them, not even a refusal. */
async function afterSignOut(server: TestServer, call: KnownCall): Promise<void> {
  for (const late of [{}, { status: 401 }]) {
    rememberSession('t', { ...BEA, userId: 7 })
    const { arrived, release } = holdAnswers(server, call, late)
    const client = impatientClient()
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

export const CALL_ORDERS: readonly CallOrder[] = [
  { name: 'slow, then fast', meets: slowThenFast },
  { name: 'answers swapped', meets: swapped },
  { name: 'an answer after the screen was left', meets: afterUnmount },
  { name: 'an answer after another sign-in', meets: afterSignOut },
]
