import { beforeEach, describe, expect, test } from '@jest/globals'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import {
  changeSettings,
  initialState,
  promoteRelease,
  removeRemote,
  setCanary,
  EVERYTHING,
  type Build,
  type PromoteOptions,
  SETTINGS,
} from './environmentChanges'
import { rollBackApp } from './rollback'

let timeline: Timeline

const serve = (version: string, app = 'users') => timeline.play(promoteRelease(app, buildOf(app, version)))
const canary = (version: string, percent: number) =>
  timeline.play(setCanary('users', buildOf('users', version), percent))

beforeEach(async () => {
  timeline = new Timeline()
  await serve('1', 'host')
  await serve('1')
})

test('an initial state has settings, one revision of them, and nothing else', () =>
  expect(initialState(SETTINGS_OF_STAGING)).toEqual({
    settings: SETTINGS_OF_STAGING,
    apps: {},
    trail: { [SETTINGS]: [1], [EVERYTHING]: [1] },
    bad: {},
  }))

test('an initial state with invalid settings is rejected', () =>
  expect(() => initialState({ ...SETTINGS_OF_STAGING, name: 'Staging' })).toThrow(CommandError))

describe('promote', () => {
  test('serves a build to everybody and reports it', async () => {
    expect((await serve('2')).action).toBe('promote users@2-b2')
    expect(timeline.served('users')).toBe('2')
    expect(timeline.served('host')).toBe('1')
  })

  test('adds one rollback step for the app and for everything, and for no other app', async () => {
    await serve('2')
    expect(timeline.now.trail).toEqual({
      [SETTINGS]: [1],
      host: [2],
      users: [3, 4],
      [EVERYTHING]: [1, 2, 3, 4],
    })
  })

  test('requires a host first, and accepts a host as the first app', async () => {
    timeline = new Timeline()
    await expect(serve('1')).rejects.toThrow('There is no host yet: promote one first.')
    expect((await serve('1', 'host')).action).toBe('promote host@1-b1')
  })

  test('of the canary ends the canary without an option', async () => {
    await canary('2', 10)
    expect((await serve('2')).action).toBe('promote users@2-b2')
    expect(timeline.served('users')).toBe('2')
  })

  test('of a release other than the canary is rejected without the option to end the canary', async () => {
    await canary('2', 10)
    await expect(serve('3')).rejects.toThrow('This would end the canary users@2-b2 (10 %): use --end-canary.')
    const { action } = await timeline.play(
      promoteRelease('users', buildOf('users', '3'), { endCanary: true }),
    )
    expect(action).toBe('promote users@3-b3, which ends canary users@2-b2')
    expect(timeline.served('users')).toBe('3')
  })
})

describe.each([
  ['promote', promoteRelease] as const,
  [
    'canary',
    (app: string, build: Build, options?: PromoteOptions) => setCanary(app, build, 10, options),
  ] as const,
])('%s', (_, change) => {
  const make = (version: string, options?: PromoteOptions) =>
    timeline.play(change('users', buildOf('users', version), options))

  test('rejects settings that no console could read', async () => {
    timeline.states.push({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, timeZone: '' } })
    await expect(make('2')).rejects.toThrow(CommandError)
  })

  test('stores the given evidence', async () => {
    const verified = { at: 'now', who: 'ana', host: 'host@1-b1' }
    const evidence = { environment: 'test', revision: 7, verified }
    expect((await make('2', { evidence })).evidence).toBe(evidence)
    expect(await make('2')).not.toHaveProperty('evidence')
  })

  test('rejects a rolled-back release, with the reason; with force it is no longer marked as bad', async () => {
    await serve('2')
    await timeline.play(rollBackApp('users'))
    await expect(make('2')).rejects.toThrow(
      'users@2-b2 was rolled back from in revision 5 (a test): --force serves it again.',
    )
    expect(timeline.now.bad).toHaveProperty(['users/2-b2'])
    await make('2', { force: true })
    expect(timeline.now.bad).toEqual({})
  })
})

describe('a canary', () => {
  test('is served to a share of the users and adds no rollback step', async () => {
    expect((await canary('2', 10)).action).toBe('canary users@2-b2 10 %')
    expect(timeline.served('users')).toBe('1, 10 % of 2')
    expect(timeline.now.trail).toMatchObject({ users: [3], [EVERYTHING]: [1, 2, 3, 4] })
  })

  test('is replaced by another one without any effect on other users', async () => {
    await canary('2', 10)
    await canary('3', 20)
    expect(timeline.served('users')).toBe('1, 20 % of 3')
  })

  test('of an app that is not served is rejected', async () =>
    await expect(timeline.play(setCanary('reports', buildOf('reports', '1'), 10))).rejects.toThrow(
      'reports is not in staging: promote a release of it first.',
    ))

  test('of the stable release is rejected', async () =>
    await expect(canary('1', 10)).rejects.toThrow('users@1-b1 is already served to everybody.'))

  test('of 0 % ends the running one', async () => {
    await canary('2', 10)
    expect((await canary('2', 0)).action).toBe('canary users@2-b2 0 %')
    expect(timeline.served('users')).toBe('1')
  })

  test('of 0 % is rejected if none or another one runs', async () => {
    await expect(canary('2', 0)).rejects.toThrow(/^users@2-b2 is not the canary of staging\.$/)
    await canary('3', 10)
    await expect(canary('2', 0)).rejects.toThrow(/^users@2-b2 is not the canary of staging: users@3-b3 is\.$/)
  })
})

describe('settings', () => {
  test('change the given values and keep the others', async () => {
    const { action } = await timeline.play(
      changeSettings({ apiUrl: 'http://other.test', timeZone: 'Europe/Madrid' }),
    )
    expect(action).toBe('settings apiUrl, timeZone')
    expect(timeline.now.settings).toEqual({
      ...SETTINGS_OF_STAGING,
      apiUrl: 'http://other.test',
      timeZone: 'Europe/Madrid',
    })
    expect(timeline.now.trail[SETTINGS]).toEqual([1, 4])
  })

  test('have optional flags, which are true or absent', async () => {
    await timeline.play(changeSettings({ developer: true, requires: 'test' }))
    expect(timeline.now.settings).toEqual({ ...SETTINGS_OF_STAGING, developer: true, requires: 'test' })
    await timeline.play(changeSettings({ developer: false, requires: null }))
    expect(timeline.now.settings).toEqual(SETTINGS_OF_STAGING)
  })

  test('that are invalid are rejected', async () =>
    await expect(timeline.play(changeSettings({ releasesUrl: 'ftp://x/' }))).rejects.toThrow(CommandError))

  test('that were rolled back lose their mark when they are set again', async () => {
    await timeline.play(changeSettings({ apiUrl: 'http://other.test' }))
    await timeline.play(rollBackApp(SETTINGS))
    expect(Object.keys(timeline.now.bad)).toHaveLength(1)
    await timeline.play(changeSettings({ apiUrl: 'http://other.test' }))
    expect(timeline.now.bad).toEqual({})
  })
})

describe('removing a remote', () => {
  test('ends its routes, as a rollback step of its own', async () => {
    await serve('1', 'reports')
    expect((await timeline.play(removeRemote('users'))).action).toBe('remove users')
    expect([timeline.served('users'), timeline.served('reports')]).toEqual([null, '1'])
    expect(timeline.now.trail).toMatchObject({ users: [3, 5], reports: [4], [EVERYTHING]: [1, 2, 3, 4, 5] })
  })

  test('reports the canary that ends with it', async () => {
    await canary('2', 10)
    expect((await timeline.play(removeRemote('users'))).action).toBe(
      'remove users, which ends canary users@2-b2',
    )
  })

  test.each(['host', 'reports'])(
    'is rejected for %s',
    async (app) =>
      await expect(timeline.play(removeRemote(app))).rejects.toThrow(`${app} is not a remote of staging.`),
  )
})

test('the last fifty rollback steps are kept', async () => {
  for (let step = 0; step < 60; step += 1) await serve(`2.${step}`)
  expect(timeline.now.trail['users']).toEqual(Array.from({ length: 50 }, (_, index) => 14 + index))
})
