import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { localAddress } from '@console/shared-kernel/ports'
import { nginxProgram } from '../testing/nginx'
import { killed, type ServedSite, testsServed } from '../testing/nginxSite'
import { startStub, type StubAnswer } from '../testing/stubs'
import { WITH_ALL } from '../testing/test'

/* nginx with the includes that `console-delivery nginx` writes, in front of API processes that fail. */

interface Timed {
  status: number
  /** Port of the process; undefined if nginx itself answered. */
  by: number | undefined
  seconds: number
}

async function timed(port: number, path: string, method = 'GET'): Promise<Timed> {
  const began = performance.now()
  const response = await fetch(localAddress(port) + path, {
    method,
    // each request may reach a different nginx worker
    headers: { Connection: 'close' },
    ...(method === 'PUT' && { body: '{"amount":1}' }),
  })
  const text = await response.text()
  const by = response.ok ? (JSON.parse(text) as StubAnswer).port : undefined
  return { status: response.status, by, seconds: (performance.now() - began) / 1000 }
}

const statusesOf = (answers: readonly Timed[]): number[] => answers.map(({ status }) => status)
const slowestOf = (answers: readonly Timed[]): number => Math.max(...answers.map(({ seconds }) => seconds))
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** Tolerance for a busy machine. */
const LATE_S = 1.5
const READ_TIMEOUT_S = 5
const WRITE_TIMEOUT_S = 20
const FAIL_TIMEOUT_S = 10

async function expectKilledProcessTolerated({ ports, api: [first, second] }: ServedSite) {
  const before = await times(20, () => timed(ports.api, '/api/x'))
  expect(new Set(before.map(({ by }) => by)).size).toBe(2)
  await killed(first)
  const writes = await times(20, (index) => timed(ports.api, `/api/after/${index}`, 'PUT'))
  const reads = await times(20, () => timed(ports.api, '/api/x'))
  expect(new Set(statusesOf([...writes, ...reads]))).toEqual(new Set([200]))
  // none waited for a timeout
  expect(slowestOf([...writes, ...reads])).toBeLessThan(READ_TIMEOUT_S - LATE_S)
  const done = second.done().filter((line) => line.startsWith('PUT'))
  expect(done).toHaveLength(20)
  expect(new Set(done).size).toBe(20)
}

async function expectStoppedProcessTolerated({ ports, api: [first, second] }: ServedSite) {
  await times(8, () => timed(ports.api, '/api/x'))
  first.signal('SIGSTOP')
  // each process gets one of the two
  const writes = times(2, (index) => timed(ports.api, `/api/stopped/${index}`, 'PUT'))
  // a read between the two would change which process is next
  await pause(500)
  const reads = await times(4, () => timed(ports.api, '/api/x'))
  const closedAt = performance.now()
  expect(new Set(reads.map(({ by }) => by))).toEqual(new Set([second.port]))
  expect(slowestOf(reads)).toBeGreaterThan(READ_TIMEOUT_S - LATE_S)
  expect(slowestOf(reads)).toBeLessThan(2 * READ_TIMEOUT_S)
  while ((performance.now() - closedAt) / 1000 < FAIL_TIMEOUT_S - LATE_S) {
    const later = await times(4, (index) => timed(ports.api, '/api/later', index % 2 ? 'GET' : 'PUT'))
    expect(new Set(later.map(({ by }) => by))).toEqual(new Set([second.port]))
    expect(slowestOf(later)).toBeLessThan(READ_TIMEOUT_S - LATE_S)
    await pause(200)
  }
  const answered = (await writes).sort((one, other) => one.status - other.status)
  expect(statusesOf(answered)).toEqual([200, 504])
  expect(slowestOf(answered)).toBeGreaterThan(WRITE_TIMEOUT_S - LATE_S)
  expect(slowestOf(answered)).toBeLessThan(WRITE_TIMEOUT_S + READ_TIMEOUT_S)
  first.signal('SIGCONT')
  const stoppedWrites = () => [...first.done(), ...second.done()].filter((line) => line.includes('/stopped/'))
  await expect.poll(() => stoppedWrites().sort()).toEqual(['PUT /api/stopped/0', 'PUT /api/stopped/1'])
  // once nginx has noticed, the stopped process gets no requests until fail_timeout; it handles those it
  // already has in order
  await timed(first.port, '/api/last')
  await expect.poll(() => first.done().some((line) => line.endsWith('/last'))).toBe(true)
  expect(first.done().filter((line) => line.endsWith('/later'))).toEqual([])
}

async function expectUpAfterTwoRestarts({ ports, api: [first, second] }: ServedSite) {
  // the first process has just failed and come back; now the second one fails
  await killed(first)
  expect((await times(4, () => timed(ports.api, '/api/x'))).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
  const again = await startStub(first.port)
  await killed(second)
  try {
    const answers: Timed[] = []
    for (let turn = 0; turn < 20; turn += 1)
      answers.push(await timed(ports.api, '/api/x', turn % 2 ? 'GET' : 'PUT'))
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
    expect(slowestOf(answers)).toBeLessThan(READ_TIMEOUT_S - LATE_S)
  } finally {
    await again.kill()
  }
}

/** Both processes have just failed and one is back: it gets every request, however many arrive at once. */
async function expectRecoveredProcessUsed({ ports, api: [first, second] }: ServedSite) {
  await killed(first)
  await times(20, (index) => timed(ports.api, '/api/x', index % 2 ? 'GET' : 'PUT'))
  const again = await startStub(first.port)
  await killed(second)
  try {
    const methods = ['GET', 'PUT', 'POST', 'DELETE']
    const answers = await times(120, (index) => timed(ports.api, `/api/${index}`, methods[index % 4]))
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
    expect(slowestOf(answers)).toBeLessThan(READ_TIMEOUT_S - LATE_S)
    await expect.poll(() => again.done().length).toBeGreaterThanOrEqual(120)
    expect(new Set(again.done()).size).toBe(120)
    expect(again.done()).toHaveLength(120)
  } finally {
    await again.kill()
  }
}

async function passesStreamsOnWhileOneStops({ ports, api: [first, second] }: ServedSite) {
  first.signal('SIGUSR2')
  await expect.poll(async () => (await timed(first.port, '/api/x')).status).toBe(503)
  // a busy process answers other calls with 503 too, so those go back to the client without a retry
  const others = await times(8, () => timed(ports.api, '/api/x'))
  expect(statusesOf(others)).toContain(503)
  const streams = await times(8, () => timed(ports.api, '/api/events'))
  expect(new Set(streams.map(({ by }) => by))).toEqual(new Set([second.port]))
}

/** The first process is down, and the second one is killed while it handles the writes. */
async function sendsNoWriteTwice({ ports, api: [first, second] }: ServedSite) {
  await killed(first)
  second.signal('SIGSTOP')
  const writes = times(6, (index) => timed(ports.api, `/api/sent/${index}`, 'PUT'))
  await pause(1_000)
  const again = await startStub(first.port)
  try {
    await killed(second)
    expect(statusesOf(await writes)).toEqual(Array(6).fill(502))
    expect(again.done()).toEqual([])
  } finally {
    await again.kill()
  }
  // with no process running, the request fails too
  expect((await timed(ports.api, '/api/x', 'PUT')).status).toBe(502)
}

if (nginxProgram) {
  test.describe.configure({ timeout: 60_000 })
  const served = testsServed(nginxProgram)
  served(
    'after a process is killed, nginx sends each write once to the next one',
    expectKilledProcessTolerated,
  )
  served(
    'a write that has reached a process is not sent to another, even if one was down before',
    sendsNoWriteTwice,
  )
  served(
    'a stopped process delays one read until the timeout, one write has an unknown outcome, and later requests do not wait',
    expectStoppedProcessTolerated,
    WITH_ALL,
  )
  served('the streams of a stopping process go to the next one', passesStreamsOnWhileOneStops)
  served(
    'after two restarts in turn nginx uses a process that failed a moment ago',
    expectUpAfterTwoRestarts,
    WITH_ALL,
  )
  served(
    'if two processes failed a moment ago, the one that is back gets all concurrent requests, each write once',
    expectRecoveredProcessUsed,
  )
} else {
  console.warn('nginx is not installed: what it does with its includes is not tested.')
}
