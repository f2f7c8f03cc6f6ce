import { beforeEach, describe, expect, test } from '@jest/globals'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import {
  changeSettings,
  initialState,
  promoteChange,
  removeRemote,
  withReload,
  setCanary,
} from './environmentChanges'
import { EVERYTHING, SETTINGS } from './environmentRevision'
import { rollBackPart } from './rollback'

let timeline: Timeline

const serve = (version: string, part = 'users') => timeline.play(promoteChange(part, buildOf(part, version)))
const canary = (version: string, percent: number, options?: Parameters<typeof setCanary>[3]) =>
  timeline.play(setCanary('users', buildOf('users', version), percent, options))

beforeEach(() => {
  timeline = new Timeline()
  serve('1', 'host')
  serve('1')
})

test('a first state has settings, one revision of them, and nothing else', () =>
  expect(initialState(SETTINGS_OF_STAGING)).toEqual({
    settings: SETTINGS_OF_STAGING,
    parts: {},
    trail: { [SETTINGS]: [1], [EVERYTHING]: [1] },
    bad: {},
  }))

test('a first state with invalid settings is refused', () =>
  expect(() => initialState({ ...SETTINGS_OF_STAGING, name: 'Staging' })).toThrow(CommandError))

describe('promote', () => {
  test('serves a build to everybody and reports it', () => {
    expect(serve('2').action).toBe('promote users@2-b2')
    expect(timeline.served('users')).toBe('2')
    expect(timeline.served('host')).toBe('1')
  })

  test('adds one rollback step for the part and for everything, and for no other part', () => {
    serve('2')
    expect(timeline.now.trail).toEqual({
      [SETTINGS]: [1],
      host: [2],
      users: [3, 4],
      [EVERYTHING]: [1, 2, 3, 4],
    })
  })

  test('requires a host first, and accepts one as the first', () => {
    timeline = new Timeline()
    expect(() => serve('1')).toThrow('There is no host yet: promote one first.')
    expect(serve('1', 'host').action).toBe('promote host@1-b1')
  })

  test('refuses settings that no console could read', () => {
    timeline.states.push({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, timeZone: '' } })
    expect(() => serve('2')).toThrow(CommandError)
  })

  test('stores the given evidence', () => {
    const evidence = {
      environment: 'test',
      revision: 7,
      verified: { at: 'now', who: 'ana', host: 'host@1-b1' },
    }
    expect(timeline.play(promoteChange('users', buildOf('users', '2'), { evidence })).evidence).toBe(evidence)
    expect(serve('3')).not.toHaveProperty('evidence')
  })

  test('of the canary ends the canary without an option', () => {
    canary('2', 10)
    expect(serve('2').action).toBe('promote users@2-b2')
    expect(timeline.served('users')).toBe('2')
  })

  test('of another release than the canary is refused without the option to end it', () => {
    canary('2', 10)
    expect(() => serve('3')).toThrow('This would end the canary users@2-b2 (10 %): use --end-canary.')
    const { action } = timeline.play(promoteChange('users', buildOf('users', '3'), { endCanary: true }))
    expect(action).toBe('promote users@3-b3, which ends canary users@2-b2')
    expect(timeline.served('users')).toBe('3')
  })

  test('of a release that was rolled back is refused with the reason; with force it removes the mark', () => {
    serve('2')
    timeline.play(rollBackPart('users'))
    expect(() => serve('2')).toThrow(
      'users@2-b2 was rolled back from in revision 5 (a test): --force serves it again.',
    )
    expect(timeline.now.bad).toHaveProperty(['users/2-b2'])
    timeline.play(promoteChange('users', buildOf('users', '2'), { force: true }))
    expect(timeline.served('users')).toBe('2')
    expect(timeline.now.bad).toEqual({})
  })
})

describe('a canary', () => {
  test('is served to a share of the users and adds no rollback step', () => {
    expect(canary('2', 10).action).toBe('canary users@2-b2 10 %')
    expect(timeline.served('users')).toBe('1, 10 % of 2')
    expect(timeline.now.trail).toMatchObject({ users: [3], [EVERYTHING]: [1, 2, 3, 4] })
  })

  test('is replaced by another one without any effect on other users', () => {
    canary('2', 10)
    canary('3', 20)
    expect(timeline.served('users')).toBe('1, 20 % of 3')
  })

  test('stores the given evidence', () => {
    const evidence = {
      environment: 'test',
      revision: 7,
      verified: { at: 'now', who: 'ana', host: 'host@1-b1' },
    }
    expect(canary('2', 10, { evidence }).evidence).toBe(evidence)
    expect(canary('2', 20)).not.toHaveProperty('evidence')
  })

  test('of a part that is not served is refused', () =>
    expect(() => timeline.play(setCanary('reports', buildOf('reports', '1'), 10))).toThrow(
      'reports is not in staging: promote a release of it first.',
    ))

  test('of the stable release is refused', () =>
    expect(() => canary('1', 10)).toThrow('users@1-b1 is already served to everybody.'))

  test('refuses settings that no console could read', () => {
    timeline.states.push({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, timeZone: '' } })
    expect(() => canary('2', 10)).toThrow(CommandError)
  })

  test('of a release that was rolled back is refused; with force it removes the mark', () => {
    serve('2')
    timeline.play(rollBackPart('users'))
    expect(() => canary('2', 10)).toThrow('users@2-b2 was rolled back from in revision 5 (a test)')
    canary('2', 10, { force: true })
    expect(timeline.now.bad).toEqual({})
  })

  test('of 0 % ends the running one', () => {
    canary('2', 10)
    expect(canary('2', 0).action).toBe('canary users@2-b2 0 %')
    expect(timeline.served('users')).toBe('1')
  })

  test('of 0 % is refused if none or another one runs', () => {
    expect(() => canary('2', 0)).toThrow(/^users@2-b2 is not the canary of staging\.$/)
    canary('3', 10)
    expect(() => canary('2', 0)).toThrow(/^users@2-b2 is not the canary of staging: users@3-b3 is\.$/)
  })
})

describe('settings', () => {
  test('change the given values and keep the others', () => {
    const { action } = timeline.play(
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

  test('have optional flags, which are true or absent', () => {
    timeline.play(changeSettings({ developer: true, requires: 'test' }))
    expect(timeline.now.settings).toEqual({ ...SETTINGS_OF_STAGING, developer: true, requires: 'test' })
    timeline.play(changeSettings({ developer: false, requires: null }))
    expect(timeline.now.settings).toEqual(SETTINGS_OF_STAGING)
  })

  test('that are invalid are refused', () =>
    expect(() => timeline.play(changeSettings({ releasesUrl: 'ftp://x/' }))).toThrow(CommandError))

  test('that were rolled back lose their mark when they are set again', () => {
    timeline.play(changeSettings({ apiUrl: 'http://other.test' }))
    timeline.play(rollBackPart(SETTINGS))
    expect(Object.keys(timeline.now.bad)).toHaveLength(1)
    timeline.play(changeSettings({ apiUrl: 'http://other.test' }))
    expect(timeline.now.bad).toEqual({})
  })
})

describe('removing a remote', () => {
  test('ends its routes, as a rollback step of its own', () => {
    serve('1', 'reports')
    expect(timeline.play(removeRemote('users')).action).toBe('remove users')
    expect([timeline.served('users'), timeline.served('reports')]).toEqual([null, '1'])
    expect(timeline.now.trail).toMatchObject({ users: [3, 5], reports: [4], [EVERYTHING]: [1, 2, 3, 4, 5] })
  })

  test('reports the canary that ends with it', () => {
    canary('2', 10)
    expect(timeline.play(removeRemote('users')).action).toBe('remove users, which ends canary users@2-b2')
  })

  test.each(['host', 'reports'])('is refused for %s', (part) =>
    expect(() => timeline.play(removeRemote(part))).toThrow(`${part} is not a remote of staging.`),
  )
})

test('a change can require old tabs to reload, up to its own revision', () => {
  const { action } = timeline.play(withReload(promoteChange('users', buildOf('users', '2')), true))
  expect(action).toBe('promote users@2-b2')
  expect(timeline.now.minimumRevision).toBe(4)
  serve('3')
  expect(timeline.now.minimumRevision).toBe(4)
})

test('the last fifty rollback steps are kept', () => {
  for (let step = 0; step < 60; step += 1) serve(`2.${step}`)
  expect(timeline.now.trail['users']).toEqual(Array.from({ length: 50 }, (_, index) => 14 + index))
})
