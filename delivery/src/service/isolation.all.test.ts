import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { event, take } from '../../testing/reports'
import {
  builtRemote,
  freshSite,
  init,
  promoteNext,
  publishNext,
  run,
  sitePath,
  start,
} from '../../testing/staging'
import { CommandError } from '@console/shared-kernel/command'
import { ErrorLog } from './errorLog'
import { Telemetry } from './telemetry'

/** Environments that sort before and after `staging`, so that one of them is read first. */
const OTHERS = ['production', 'training']
const logged = jest.fn<(what: string, error: unknown) => void>()
let errors: ErrorLog
let telemetry: Telemetry

freshSite(start, publishNext, async () => {
  for (const name of OTHERS) {
    await init(name)
    await run('promote', `host@2.0.0 --env ${name} --why start`)
    await run('promote', `users@1.0.0 --env ${name} --why start`)
  }
})
beforeEach(async () => {
  logged.mockReset()
  errors = new ErrorLog(logged)
  telemetry = await Telemetry.open(site(), errors)
})
afterEach(() => telemetry.close())

const site = () => ({ root: sitePath() })
const damage = (name: string) =>
  writeFileSync(sitePath(`environments/${name}/history/000003.json`), '{"revision": 3, "docu')
const stored = () => readFileSync(sitePath('.delivery/sessions.json'), 'utf8')

describe.each(OTHERS)('if the history of %s is damaged', (name) => {
  beforeEach(async () => {
    await take(telemetry, [event({ environment: name, revision: 3 })], '192.0.2.1')
    await telemetry.save()
    damage(name)
  })

  test('events of other environments count, even in a batch that includes its own', async () => {
    const later = Date.now() + 5_000
    await take(telemetry, [event({ environment: name, revision: 3 }), event()], '192.0.2.1', later)
    expect(telemetry.sessionsOf('staging', 'users/1.0.0-11111111').size).toBe(1)
  })

  test('the sessions of all environments are saved, and its own are kept', async () => {
    await take(telemetry, [event()], '192.0.2.1')
    await telemetry.save()
    expect(stored()).toContain(`"${name} users/1.0.0-11111111"`)
    expect(stored()).toContain('"staging users/1.0.0-11111111"')
  })

  test('the metrics contain the other environments', async () => {
    const text = await telemetry.registry.metrics()
    const all = ['staging', ...OTHERS].filter((one) => one !== name)
    for (const one of all) expect(text).toContain(`console_delivery_revision{environment="${one}"} 3`)
    expect(text).not.toContain(`console_delivery_revision{environment="${name}"}`)
  })

  test('the metrics contain the other environments even if a record is complete but its document is not', async () => {
    writeFileSync(
      sitePath(`environments/${name}/history/000003.json`),
      JSON.stringify({ revision: 3, document: {}, settings: {}, trail: {}, bad: {} }),
    )
    expect(await telemetry.registry.metrics()).toContain('console_delivery_revision{environment="staging"} 3')
  })

  test('the log names the damaged history once', async () => {
    await telemetry.save()
    await telemetry.save()
    expect(logged.mock.calls).toEqual([[name, expect.any(CommandError)]])
  })
})

test('an unknown folder does no harm', async () => {
  mkdirSync(sitePath('environments/lost+found'))
  mkdirSync(sitePath('environments/odd'))
  writeFileSync(sitePath('environments/odd/history'), 'a file')
  await take(telemetry, [event()], '192.0.2.1')
  await telemetry.save()
  expect(stored()).toContain('"staging users/1.0.0-11111111"')
  expect(logged.mock.calls.map(([what]) => what)).toEqual(['odd'])
})

test('sessions survive a full disk, and are saved once there is space again', async () => {
  const blocked = join(sitePath('.delivery'), 'sessions.json.new')
  mkdirSync(blocked, { recursive: true })
  await take(telemetry, [event()], '192.0.2.1')
  await telemetry.save()
  await telemetry.save()
  expect(logged.mock.calls).toEqual([['telemetry is not saved', expect.objectContaining({ code: 'EISDIR' })]])
  rmSync(blocked, { recursive: true })
  await telemetry.save()
  expect(stored()).toContain('"staging users/1.0.0-11111111"')
})

test('an environment name may be as long as a folder name', async () => {
  const name = `e${'2'.repeat(200)}`
  await init(name)
  await run('promote', `host@2.0.0 --env ${name} --why start`)
  const host = { remote: 'host', version: '2.0.0', build: 'aaaaaaaa' }
  await take(telemetry, [event({ ...host, environment: name, revision: 2 })], '192.0.2.1')
  expect(telemetry.sessionsOf(name, 'host/2.0.0-aaaaaaaa').size).toBe(1)
})

test('the metrics drop a release that is no longer served', async () => {
  const events = async () =>
    (await telemetry.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('console_delivery_events_total{'))
  await take(telemetry, [event(), event({ phase: 'render' })], '192.0.2.1')
  await promoteNext()
  await telemetry.save()
  // browsers still fall back to the replaced release
  expect(await events()).toHaveLength(2)
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333' }, 'newest'))
  await run('promote', 'users@1.2.0 --env staging --why newest')
  const newest = { version: '1.2.0', build: '33333333' }
  await take(telemetry, [event(newest)], '192.0.2.1', Date.now() + 5_000)
  await telemetry.save()
  expect(await events()).toEqual([
    'console_delivery_events_total{environment="staging",release="users/1.2.0-33333333",phase="mounted"} 1',
  ])
})
