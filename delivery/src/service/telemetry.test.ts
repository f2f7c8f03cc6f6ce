import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { CANARY, event, sessionId, takeSessions } from '../../testing/reports'
import { createTeam, startService } from '../../testing/service'
import {
  builtRemote,
  freshSite,
  idOf,
  promoteNext,
  publishNext,
  run,
  runRemotely,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { canary } from '../commands/canary'
import { history } from '../commands/history'
import { promote } from '../commands/promote'
import { publish } from '../commands/publish'
import { rollback } from '../commands/rollback'
import { settings } from '../commands/settings'
import { createMetrics } from './app'
import { takeSteps } from './canaryRunner'

let service: Awaited<ReturnType<typeof startService>>
let url: string
let token: string

const restart = async () => {
  service = await startService({
    // the tests' own proxy is on this machine
    trustProxy: ['127.0.0.1'],
  })
  url = service.url
}

freshSite(start, publishNext)
beforeEach(async () => {
  await run(settings, '--env staging --why watch --telemetry-url http://console.test/events')
  token = await createTeam('people', 'users')
  await restart()
})
afterEach(() => service.app.close())

const remotely = (words: string) => runRemotely({ url, token }, words)

const send = (events: object[], address = '10.0.0.1') =>
  fetch(`${url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address },
    body: JSON.stringify({ schema: 1, events }),
  }).then(({ status }) => status)
const metrics = () => service.app.telemetry.registry.metrics()
const healthNow = async (release = 'users@1.0.0') =>
  JSON.parse(await remotely(`health ${release} --env staging --json`)) as {
    asked: { sessions: number; failed: number }
    plan?: string
  }

const sessions = (count: number, failing: number, over: object, first = 0) =>
  takeSessions(service.app.telemetry, count, failing, over, first)

describe('reports of tabs', () => {
  test('count once for each session, failing or not', async () => {
    expect(await send([event(), event(), event({ phase: 'render' }), event({ phase: 'running' })])).toBe(204)
    await send([event({ session: sessionId(2) })], '10.0.0.2')
    expect((await healthNow()).asked).toMatchObject({ sessions: 2, failed: 1 })
  })

  test.each<[string, object]>([
    ['a release that is not served', { version: '7.0.0' }],
    ['a revision that there is not yet', { revision: 99 }],
    ['a revision that did not have the release', { revision: 1 }],
    ['an environment that there is not', { environment: 'nowhere' }],
    ['a path as an environment', { environment: '../staging' }],
    ['a developer’s own release', { source: 'override' }],
    ['a session of another form', { session: 'ana' }],
    ['an unknown phase', { phase: 'party' }],
    ['a remote that is none', { remote: { toString: 1 } }],
  ])('do not count for %s', async (_, over) => {
    expect(await send([event(over)])).toBe(204)
    expect((await healthNow()).asked.sessions).toBe(0)
    expect(await metrics()).toMatch(
      /console_delivery_events_refused_total\{reason="(unknown|unreadable|override)"\} 1/,
    )
  })

  test('count for a revision that was served only briefly', async () => {
    const { revision } = served()
    await send([event()])
    await sleep(150)
    await run(settings, '--env staging --why next --time-zone UTC')
    await send([event({ session: sessionId(2), revision: revision! + 1 })])
    expect((await healthNow()).asked).toMatchObject({ sessions: 2 })
  })

  test('that are malformed do no harm', async () => {
    for (const body of ['', '{', '[]', 'null', '{"schema":1}', '{"schema":1,"events":[null,1,"a",{}]}'])
      service.app.telemetry.take(body, '10.0.0.1')
    expect((await healthNow()).asked.sessions).toBe(0)
  })

  test('that are too long are refused', async () => {
    const response = await fetch(`${url}/events`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
  })

  test('from one address too often are refused', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 70; at += 1) statuses.push(await send([event()]))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await send([event()], '10.0.0.2')).toBe(204)
  })

  test('from one IPv6 network too often are refused, whatever the address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 70; at += 1) statuses.push(await send([event()], `2001:db8::${at}`))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('about one session from two addresses count once', async () => {
    await send([event()])
    await send([event({ phase: 'render' })], '10.0.0.2')
    expect((await healthNow()).asked).toMatchObject({ sessions: 1, failed: 0 })
  })

  test('survive a restart, without the address', async () => {
    await send([event()], '198.51.100.7')
    await service.app.close()
    expect(readFileSync(sitePath('.delivery/sessions.json'), 'utf8')).not.toContain('198.51.100.7')
    await restart()
    expect((await healthNow()).asked.sessions).toBe(1)
  })

  test('from browsers themselves are counted by kind', async () => {
    const report = (body: unknown, type: string) =>
      fetch(`${url}/events/reports`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      })
    await report(
      [{ type: 'integrity-violation', body: {} }, { type: 'deprecation' }],
      'application/reports+json',
    )
    await report({ 'csp-report': { 'blocked-uri': 'inline' } }, 'application/csp-report')
    const text = await metrics()
    for (const kind of ['integrity-violation', 'csp-violation', 'other'])
      expect(text).toContain(`console_delivery_browser_reports_total{kind="${kind}"} 1`)
  })

  test('appear in the metrics, on a separate listener', async () => {
    sessions(3, 1, {})
    const app = createMetrics(service.app.telemetry)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const text = await (await fetch(`${address}/metrics`)).text()
    await app.close()
    expect(text).toContain(
      'console_delivery_sessions{environment="staging",release="users/1.0.0-11111111",state="failed"} 1',
    )
    expect(text).toContain('console_delivery_revision{environment="staging"} 4')
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  })
})

describe('a canary with a plan', () => {
  const begin = (words = '') =>
    remotely(
      `canary users@1.1.0 --steps 10,50,100 --hold 10m --max-failures 5% --min-sessions 20 --env staging --why try ${words}`,
    )
  const MINUTES = 60_000
  const look = (minutes: number) =>
    takeSteps({ root: sitePath() }, service.app.telemetry, (work) => work(), Date.now() + minutes * MINUTES)
  const percent = () => served().remotes.users?.canary?.percent

  test('is raised step by step to everybody, each step a revision with its figures', async () => {
    await begin()
    sessions(30, 0, {}, 1_000)
    expect(percent()).toBe(10)
    sessions(25, 0, CANARY)
    await look(9)
    expect(percent()).toBe(10)
    await look(11)
    expect(percent()).toBe(50)
    expect((await run(history, '--env staging')).split('\n')[0]).toMatch(
      /canary {2}canary users@1\.1\.0-22222222 50 % \(step 2 of 3\) {2}canary: 0 of 25 sessions failed \(0\.0 %\), stable: 0 of 30/,
    )
    // sessions before this step do not count for it
    await look(25)
    expect([percent(), (await healthNow('users@1.1.0')).plan]).toEqual([50, expect.stringMatching(/^wait: /)])
  })

  test('becomes the stable release after its last step', async () => {
    await remotely('canary users@1.1.0 --steps 10,100 --hold 0s --min-sessions 3 --env staging --why try')
    sessions(5, 0, CANARY)
    await look(0)
    expect([idOf(), percent()]).toEqual(['22222222', undefined])
  })

  test('is rolled back when it fails, is marked with its figures, and is not used again', async () => {
    await begin()
    sessions(60, 1, {}, 1_000)
    sessions(30, 6, CANARY)
    await look(0)
    expect([idOf(), percent()]).toEqual(['11111111', undefined])
    await expect(begin()).rejects.toThrow(
      'users@1.1.0-22222222 was rolled back from in revision 6 (canary: 6 of 30 sessions failed (20.0 %), stable: 1 of 60',
    )
  })

  test('waits while too few sessions report, and gives that reason', async () => {
    await begin()
    sessions(6, 6, CANARY)
    await look(600)
    expect(percent()).toBe(10)
    expect((await healthNow('users@1.1.0')).plan).toMatch('wait: canary: 6 of 6 sessions failed (100.0 %)')
    expect((await healthNow('users@1.1.0')).plan).toMatch('20 sessions are needed')
  })

  test('continues after a restart of the service', async () => {
    await begin()
    sessions(25, 0, CANARY)
    await service.app.close()
    await restart()
    await look(11)
    expect(percent()).toBe(50)
  })

  test.each([
    ['a rollback', () => run(rollback, 'users --env staging --why no'), '11111111'],
    ['a promote of it', () => run(promote, 'users@1.1.0 --env staging --why yes'), '22222222'],
  ])('is ended by %s', async (_, end, build) => {
    await begin()
    sessions(25, 0, CANARY)
    await end()
    await look(11)
    expect([idOf(), percent()]).toEqual([build, undefined])
  })

  test('is ended explicitly', async () => {
    await begin()
    await run(publish, builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))
    await expect(remotely('promote users@1.2.0 --env staging --why x')).rejects.toThrow('--end-canary')
    expect(await remotely('promote users@1.2.0 --env staging --why x --end-canary')).toMatch(
      'promote users@1.2.0-33333333, which ends canary users@1.1.0-22222222',
    )
  })

  test('continues when another part is changed', async () => {
    await begin()
    await run(promote, 'host@2.0.0 --env staging --why again')
    sessions(25, 0, CANARY)
    await look(11)
    expect(percent()).toBe(50)
  })

  test('is refused in a folder, and without telemetry', async () => {
    const words = 'users@1.1.0 --steps 1,100 --env staging --why try'
    await expect(run(canary, words)).rejects.toThrow('--steps needs the delivery service')
    await run(settings, '--env staging --why deaf --telemetry-url none')
    await expect(begin()).rejects.toThrow('staging has no telemetry')
  })

  test('does not appear in what browsers receive', async () => {
    await begin()
    expect(JSON.stringify(served())).not.toContain('minSessions')
  })
})

test('sessions of a release that is no longer served are deleted', async () => {
  await send([event()])
  await promoteNext()
  await run(publish, builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))
  await run(promote, 'users@1.2.0 --env staging --why newest')
  await send([event({ version: '1.2.0', build: '33333333', revision: 6 })])
  await service.app.close()
  expect(existsSync(sitePath('.delivery/sessions.json'))).toBe(true)
  expect(readFileSync(sitePath('.delivery/sessions.json'), 'utf8')).not.toContain('users/1.0.0')
  await restart()
})
