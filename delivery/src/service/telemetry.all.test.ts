import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { event, sessionId, take } from '../../testing/reports'
import { createTeam, startService } from '../../testing/service'
import {
  builtRemote,
  freshSite,
  promoteNext,
  publicFile,
  publishNext,
  run,
  runRemotely,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { createMetrics } from './app'

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
  await run('settings', '--env staging --why watch --telemetry-url http://console.test/events')
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
  }

/** Reports sessions, each from its own address; the first `failing` ones fail. */
async function sessions(count: number, failing: number, over: object, first = 0): Promise<void> {
  // read only once, because each call reads a file
  const { revision } = served()
  for (let at = first; at < first + count; at += 1) {
    const mounted = event({ revision, ...over, session: sessionId(at + 1) })
    const events = at - first < failing ? [mounted, { ...mounted, phase: 'render' }] : [mounted]
    await take(service.app.telemetry, events, `10.0.${at >> 8}.${at & 255}`)
  }
}

const OPERATIONS = join(__dirname, '../../../docs/operations')

describe('reports from tabs', () => {
  test('count once per session, failed or not', async () => {
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
    ['an invalid remote', { remote: { toString: 1 } }],
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
    await run('settings', '--env staging --why next --time-zone UTC')
    await send([event({ session: sessionId(2), revision: revision! + 1 })])
    expect((await healthNow()).asked).toMatchObject({ sessions: 2 })
  })

  test('count for the proxy if X-Forwarded-For has no address, and otherwise for the client without its port', async () => {
    const sessionsNow = () => service.app.telemetry.sessionsOf('staging', 'users/1.0.0-11111111')
    const from = ['x'.repeat(3_000), 'unknown', '10.0.0.1:5001', '10.0.0.1:5002', '10.0.0.1']
    for (const [index, address] of from.entries())
      await send([event({ session: sessionId(index + 1) })], address)
    expect((await healthNow()).asked).toMatchObject({ sessions: 5 })
    expect(new Set([...sessionsNow().values()].map(({ address }) => address)).size).toBe(2)
    expect(await metrics()).toContain('console_delivery_forwarded_for_broken_total 2\n')

    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': 'x'.repeat(3_000) }
    await fetch(`${url}/releases`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/gzip' },
    })
    const lines = readFileSync(`${sitePath()}/.delivery/audit.jsonl`, 'utf8').trim().split('\n')
    for (const line of lines) expect((JSON.parse(line) as { address: string }).address).toBe('127.0.0.1')
  })

  test('that are malformed are ignored', async () => {
    for (const body of ['', '{', '[]', 'null', '{"schema":1}', '{"schema":1,"events":[null,1,"a",{}]}'])
      await service.app.telemetry.acceptEvents(body, '10.0.0.1')
    expect((await healthNow()).asked.sessions).toBe(0)
  })

  test('that are too long are rejected', async () => {
    const response = await fetch(`${url}/events`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
  })

  test('that come too often from one address are rejected', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 70; at += 1) statuses.push(await send([event()]))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await send([event()], '10.0.0.2')).toBe(204)
  })

  test('that come too often from one IPv6 network are rejected, whatever the address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 70; at += 1) statuses.push(await send([event()], `2001:db8::${at}`))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('about one session from two addresses count once', async () => {
    await send([event()])
    await send([event({ phase: 'render' })], '10.0.0.2')
    expect((await healthNow()).asked).toMatchObject({ sessions: 1, failed: 0 })
  })

  test('about a fallback release count each tab once, but not as a failure', async () => {
    const host = { phase: 'fallback' }
    await send([event(host), event(host), event({ ...host, session: sessionId(2) })])
    const series = (state: string) =>
      new RegExp(
        `^console_delivery_sessions\\{environment="staging",release="users/[^"]+",state="${state}"\\} (\\d)$`,
        'm',
      )
    const text = await metrics()
    const counts = ['seen', 'fallback', 'failed'].map((state) => series(state).exec(text)?.[1])
    expect(counts).toEqual(['2', '2', '0'])
  })

  test('survive a restart, without the address', async () => {
    await send([event()], '198.51.100.7')
    await service.app.close()
    expect(readFileSync(sitePath('.delivery/sessions.json'), 'utf8')).not.toContain('198.51.100.7')
    await restart()
    expect((await healthNow()).asked.sessions).toBe(1)
  })

  test('that browsers send themselves are counted by kind', async () => {
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
    await sessions(3, 1, {})
    const app = createMetrics(service.app.telemetry)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const text = await (await fetch(`${address}/metrics`)).text()
    await app.close()
    expect(text).toContain(
      'console_delivery_sessions{environment="staging",release="users/1.0.0-11111111",state="failed"} 1',
    )
    expect(text).toContain('console_delivery_revision{environment="staging"} 4')
    expect(text).toContain('console_delivery_damage{environment="staging"} 0')
    expect(text).toMatch(/^console_delivery_build_info\{version="[\d.]+",build="[0-9a-f]{8}"\} 1$/m)
    const [readme, dashboard] = ['README.md', 'dashboard.json'].map((name) =>
      readFileSync(join(OPERATIONS, name), 'utf8'),
    ) as [string, string]
    for (const [, name = ''] of text.matchAll(/^# TYPE (console_delivery_\w+)/gm)) {
      expect(readme).toContain(`| \`${name}\` | `)
      expect([name, dashboard.includes(name)]).toEqual([name, true])
    }
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  })

  test('are printed by health and status on the service’s own machine, without a token', async () => {
    await expect(run('health', 'users@1.0.0 --env staging')).rejects.toThrow('on its own machine (--site)')
    await sessions(3, 1, {})
    await service.app.telemetry.save()
    expect(await run('health', 'users@1.0.0 --env staging')).toBe(
      'users@1.0.0-11111111: 1 of 3 sessions failed (33.3 %)',
    )
    expect(await run('health', 'users@1.1.0 --env staging')).toMatch(
      /^users@1\.1\.0-22222222: no sessions \(those of a release that is not served are dropped\)\nusers@1\.0\.0/,
    )
    const status = await run('status', '--env staging')
    expect(status).toMatch(/^ {2}users .*\n {4}.*; 1 of 3 sessions failed$/m)
    expect(await remotely('status --env staging')).toBe(status)
  })

  test('appear next to damage to the served files', async () => {
    writeFileSync(publicFile('environment.json'), '{}')
    expect(await metrics()).toContain('console_delivery_damage{environment="staging"} 1')
  })

  test('appear without momentary damage, as during a change', async () => {
    const document = readFileSync(publicFile('environment.json'))
    writeFileSync(publicFile('environment.json'), '{}')
    setTimeout(() => writeFileSync(publicFile('environment.json'), document), 300)
    expect(await metrics()).toContain('console_delivery_damage{environment="staging"} 0')
  })

  test('appear with the share of a canary, and under all names and labels that the alerts use', async () => {
    await run('canary', 'users@1.1.0 --percent 10 --env staging --why try')
    await send([event(), event({ source: 'override' })])
    service.app.telemetry.acceptBrowserReports('{}')
    const text = await metrics()
    expect(text).toContain(
      'console_delivery_canary_percent{environment="staging",release="users/1.1.0-22222222",stable="users/1.0.0-11111111"} 10',
    )
    for (const file of ['alerts.yml', 'alerts.test.yml', 'README.md', 'raise-canary.sh']) {
      const used = readFileSync(join(OPERATIONS, file), 'utf8').match(
        /console_delivery_\w+(?:\{[\w"'=~,/. *-]*\})?/g,
      )
      for (const series of new Set(used)) {
        const [name = '', ...labels] = series.match(/\w+(?==)|^\w+/g) ?? []
        const found = text
          .split('\n')
          .find((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        expect([series, ...labels.filter((label) => !found?.includes(`${label}="`))]).toEqual([series])
        expect([name, found]).toEqual([name, expect.any(String)])
      }
    }
    await run('canary', 'users@1.1.0 --percent 0 --env staging --why done')
    expect(await metrics()).not.toContain('console_delivery_canary_percent{')
  })
})

test('sessions of a release that is no longer served are deleted', async () => {
  await send([event()])
  await promoteNext()
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))
  await run('promote', 'users@1.2.0 --env staging --why newest')
  await send([event({ version: '1.2.0', build: '33333333', revision: 6 })])
  await service.app.close()
  expect(existsSync(sitePath('.delivery/sessions.json'))).toBe(true)
  expect(readFileSync(sitePath('.delivery/sessions.json'), 'utf8')).not.toContain('users/1.0.0')
  await restart()
})
