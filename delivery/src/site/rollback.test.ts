import { beforeEach, describe, expect, test } from '@jest/globals'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import {
  changeSettings,
  promoteRelease,
  removeRemote,
  setCanary,
  EVERYTHING,
  SETTINGS,
  targetOf,
} from './environmentChanges'
import { rejectRepeat, rollBackAll, rollBackApp, type RollbackOptions } from './rollback'

let timeline: Timeline

const serve = (version: string, app = 'users') => timeline.play(promoteRelease(app, buildOf(app, version)))
const canary = (version: string, percent: number, options?: Parameters<typeof setCanary>[3]) =>
  timeline.play(setCanary('users', buildOf('users', version), percent, options))
const back = (options?: RollbackOptions, app = 'users') => timeline.play(rollBackApp(app, options))
const backAll = (options?: RollbackOptions) => timeline.play(rollBackAll(options))
/** Changes the API address, by which the tests tell settings apart. */
const setApi = (name: string) => timeline.play(changeSettings({ apiUrl: `http://${name}.test` }))

const OTHER_SETTINGS = `${SETTINGS}/${JSON.stringify({ ...SETTINGS_OF_STAGING, apiUrl: 'http://other.test' })}`

// revision 2 serves the host, revision 3 also users 1
beforeEach(async () => {
  timeline = new Timeline()
  await serve('1', 'host')
  await serve('1')
})

/** Each step promotes or removes an app, sets a canary in percent, changes settings, or rolls back. */
const steps = {
  back: () => back(),
  'back host': () => back({}, 'host'),
  'back all': () => backAll(),
  'settings other': () => setApi('other'),
  'back settings': () => back({}, SETTINGS),
  'remove users': () => timeline.play(removeRemote('users')),
  'host 2': () => serve('2', 'host'),
  'reports 1': () => serve('1', 'reports'),
  'users 1': () => serve('1'),
  'users 2': () => serve('2'),
  'users 3': () => serve('3'),
  'canary 2 at 10': () => canary('2', 10),
  'canary 2 at 50': () => canary('2', 50),
  'canary 3 at 10': () => canary('3', 10),
  'canary 3 at 20': () => canary('3', 20),
}
type Step = keyof typeof steps
const play = async (all: readonly Step[]) => {
  for (const step of all) await steps[step]()
}

// which users release is then served, and which releases are marked as bad
test.each<{ title: string; all: Step[]; users: string | null; bad: string[] }>([
  { title: 'an app alone', all: ['users 2', 'host 2', 'back'], users: '1', bad: ['users/2-b2'] },
  {
    title: 'an app one step further each time',
    all: ['users 2', 'users 3', 'back', 'back'],
    users: '1',
    bad: ['users/3-b3', 'users/2-b2'],
  },
  {
    title: 'to the last release other than the current one',
    all: ['users 2', 'users 1', 'users 2', 'back'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'to the last release that was not rolled back',
    all: ['users 2', 'back', 'users 3', 'back'],
    users: '1',
    bad: ['users/2-b2', 'users/3-b3'],
  },
  {
    title: 'to before it was promoted twice',
    all: ['users 2', 'users 2', 'back'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'past a revision without the app',
    all: ['remove users', 'users 2', 'back'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'two apps',
    all: ['users 2', 'host 2', 'back', 'back host'],
    users: '1',
    bad: ['users/2-b2', 'host/2-b2'],
  },
  { title: 'a canary alone', all: ['users 2', 'canary 3 at 10', 'back'], users: '2', bad: ['users/3-b3'] },
  {
    title: 'the settings alone',
    all: ['settings other', 'users 2', 'back settings'],
    users: '2',
    bad: [OTHER_SETTINGS],
  },
  {
    title: 'everything',
    all: ['users 2', 'settings other', 'host 2', 'back all'],
    users: '2',
    bad: ['host/2-b2'],
  },
  {
    title: 'everything twice',
    all: ['users 2', 'users 3', 'back all', 'back all'],
    users: '1',
    bad: ['users/3-b3', 'users/2-b2'],
  },
  {
    title: 'everything to the last state other than the current one',
    all: ['users 2', 'users 1', 'reports 1', 'users 2', 'back all'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'everything to the last state without a bad canary',
    all: ['canary 2 at 10', 'back', 'users 3', 'back all'],
    users: '1',
    bad: ['users/2-b2', 'users/3-b3'],
  },
  {
    title: 'everything to before its canary',
    all: ['canary 2 at 10', 'users 2', 'back all'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'everything to before a canary at any percentage',
    all: ['canary 2 at 10', 'canary 2 at 50', 'back all'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'everything to the previous canary',
    all: ['canary 2 at 10', 'canary 3 at 20', 'back all'],
    users: '1, 10 % of 2',
    bad: ['users/3-b3'],
  },
  {
    title: 'everything to before it was promoted twice',
    all: ['users 2', 'users 2', 'back all'],
    users: '1',
    bad: ['users/2-b2'],
  },
  {
    title: 'everything after an app',
    all: ['users 2', 'users 3', 'back', 'back all'],
    users: '1',
    bad: ['users/3-b3', 'users/2-b2'],
  },
  {
    title: 'everything but an unrelated canary',
    all: ['canary 2 at 10', 'host 2', 'back all'],
    users: '1, 10 % of 2',
    bad: ['host/2-b2'],
  },
])('rollback: $title', async ({ all, users, bad }) => {
  await play(all)
  expect(timeline.served('users')).toBe(users)
  expect(Object.keys(timeline.now.bad)).toEqual(bad)
})

const NO_MORE_OF_USERS =
  'No earlier revision of users in staging.\nName a revision (--to N, with --force if it was rolled back), or promote another release.\nTo serve none: console-delivery remove users'
const NO_MORE = 'No earlier revision of staging is good and has all its remotes: name one with --to.'

test.each<{ title: string; all: Step[]; rollBack: () => Promise<unknown>; message: string }>([
  {
    title: 'an app that has no earlier value',
    all: ['users 2', 'back'],
    rollBack: () => back(),
    message: NO_MORE_OF_USERS,
  },
  {
    title: 'an unknown app',
    all: [],
    rollBack: () => back({}, 'report'),
    message: "There is no app 'report' in staging. Known: host, users.",
  },
  {
    title: "an app with the name of an object's property",
    all: [],
    rollBack: () => back({}, 'constructor'),
    message: "no app 'constructor'",
  },
  {
    title: 'the initial settings',
    all: [],
    rollBack: () => back({}, SETTINGS),
    message: 'earlier revision of the settings in staging.',
  },
  {
    title: 'a revision without the app',
    all: [],
    rollBack: () => back({ to: 2 }),
    message: 'users was not in revision 2.',
  },
  {
    title: 'everything to a revision without a host',
    all: [],
    rollBack: () => backAll({ to: 1 }),
    message: 'Revision 1 had no host yet.',
  },
  {
    title: 'everything if nothing earlier remains',
    all: ['users 2', 'back all'],
    rollBack: () => backAll(),
    message: NO_MORE,
  },
  {
    title: 'everything to a revision without a remote',
    all: ['reports 1'],
    rollBack: () => backAll(),
    message: NO_MORE,
  },
  {
    title: 'everything to what is served now',
    all: ['reports 1', 'remove users', 'users 1'],
    rollBack: () => backAll(),
    message: NO_MORE,
  },
  {
    title: 'everything to a canary that was rolled back',
    all: ['canary 2 at 10', 'back'],
    rollBack: () => backAll(),
    message: NO_MORE,
  },
])('a rollback of $title is rejected', async ({ all, rollBack, message }) => {
  await play(all)
  await expect(rollBack()).rejects.toThrow(message)
})

test('a rollback reports what it did, and marks the release it rolls back from with who, when and why', async () => {
  await play(['users 2', 'users 3'])
  expect(await back({ to: 3 })).toMatchObject({ action: 'rollback users to revision 3', restores: 3 })
  expect(timeline.now.bad).toEqual({ 'users/3-b3': { revision: 6, at: 'day 6', who: 'ana', why: 'a test' } })
  expect(timeline.now.trail).toMatchObject({ users: [3], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
})

test('a rollback of everything reports what it did, and restores the trails', async () => {
  await play(['users 2', 'settings other', 'host 2'])
  expect(await backAll()).toMatchObject({ action: 'rollback everything to revision 5', restores: 5 })
  expect(timeline.now.settings.apiUrl).toBe('http://other.test')
  expect(timeline.served('host')).toBe('1')
  expect(timeline.now.trail).toEqual({
    [SETTINGS]: [1, 5],
    host: [2],
    users: [3, 4],
    [EVERYTHING]: [1, 2, 3, 4, 5],
  })
})

test('ending a canary changes nothing for other users', async () => {
  await play(['users 2', 'canary 3 at 10'])
  expect((await back()).action).toBe('rollback users: end canary users@3-b3')
  expect(timeline.now.trail).toMatchObject({ users: [3, 4], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
})

test('a rollback to a named revision can restore a removed app, or remove a remote', async () => {
  await play(['remove users'])
  await back({ to: 3 })
  expect(timeline.served('users')).toBe('1')
  await play(['reports 1'])
  await backAll({ to: 3 })
  expect(timeline.served('reports')).toBeNull()
})

test('an app is rolled back to a revision together with its canary', async () => {
  await play(['canary 2 at 50', 'users 2'])
  await back({ to: 4, force: true })
  expect(timeline.served('users')).toBe('1, 50 % of 2')
  await back({ to: 3 })
  expect(Object.keys(timeline.now.bad)).toEqual(['users/2-b2'])
})

test.each<{
  title: string
  all: Step[]
  rollBack: (options: RollbackOptions) => Promise<unknown>
  message: string
}>([
  {
    title: 'users',
    all: ['users 2', 'back'],
    rollBack: (options) => back(options),
    message: 'users@2-b2 was rolled back from in revision 5 (a test): --force serves it again.',
  },
  {
    title: 'everything',
    all: ['users 2', 'back all'],
    rollBack: (options) => backAll(options),
    message: 'users@2-b2 was rolled back from in revision 5 (a test): --force serves it again.',
  },
  {
    title: 'the settings',
    all: ['settings other', 'back settings'],
    rollBack: (options) => back(options, SETTINGS),
    message: 'These settings were rolled back from in revision 5 (a test): --force serves them again.',
  },
])('what a rollback of $title undid is served again only with force', async ({ all, rollBack, message }) => {
  await play(all)
  const remaining = Object.keys(timeline.now.bad)
  await expect(rollBack({ to: 4 })).rejects.toThrow(message)
  await rollBack({ to: 4, force: true })
  expect(Object.keys(timeline.now.bad)).not.toEqual(expect.arrayContaining(remaining))
})

describe('settings that can no longer be used', () => {
  const broken = () => ({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } })

  test('are not restored', async () => {
    timeline.states.push(broken(), { ...broken(), settings: SETTINGS_OF_STAGING })
    await expect(back({ to: 4 }, SETTINGS)).rejects.toThrow(CommandError)
    await expect(backAll({ to: 4 })).rejects.toThrow(CommandError)
  })

  test('but are still served block neither a rollback of an app nor one of everything', async () => {
    await play(['users 2'])
    timeline.states.push(broken())
    expect((await back()).restores).toBe(3)
    timeline.states.push(broken(), broken())
    expect((await backAll({ to: 7 })).restores).toBe(7)
  })
})

test.each([4, undefined])(
  'a rollback of everything keeps the required reload of old tabs: %j',
  async (minimumRevision) => {
    const state = { ...timeline.now, ...(minimumRevision !== undefined && { minimumRevision }) }
    await timeline.play(() => ({ state, action: 'urgent' }))
    await play(['users 2'])
    await backAll({ to: 3 })
    expect(timeline.now.minimumRevision).toBe(minimumRevision)
  },
)

describe('the fallback of an app', () => {
  const target = () =>
    targetOf(timeline.now, { earlier: (revision) => timeline.states[revision - 1]! }, 'users')

  test('does not exist at first', async () => expect(await target()).toBeNull())
  test('is the revision with its earlier value', async () => {
    await serve('2')
    await serve('2', 'host')
    expect(await target()).toBe(3)
  })
  test('is known before the revision itself is written', async () => {
    await serve('2')
    const unwritten = (revision: number) => {
      if (revision === 4) throw new CommandError('There is no such revision.')
      return timeline.states[revision - 1]!
    }
    expect(await targetOf(timeline.now, { earlier: unwritten }, 'users')).toBe(3)
  })
})

describe('a repeated rollback', () => {
  const repeat = (app: string | undefined, at = '2026-01-01T00:09:59.000Z') => {
    for (const mark of Object.values(timeline.now.bad)) mark.at = '2026-01-01T00:00:00.000Z'
    const revision = timeline.states.length + 1
    const earlier = () => timeline.now
    return () => rejectRepeat(timeline.now, { revision, at, who: 'bob', why: 'x', earlier }, app)
  }

  test('is rejected within ten minutes, with what was done and the command that goes further back', async () => {
    await serve('2')
    await back()
    expect(repeat('users')).toThrow(
      'A rollback of users was made in revision 5, by ana at 2026-01-01T00:00:00.000Z (a test). users has not changed since.\n' +
        'To go further back: console-delivery rollback users --expect 5 --env staging --why TEXT',
    )
    expect(repeat('users', '2026-01-01T00:10:00.000Z')).not.toThrow()
    expect(repeat('host')).not.toThrow()
    expect(repeat(undefined)).not.toThrow()
  })

  test('of the settings or of everything is rejected too', async () => {
    await setApi('wrong')
    await back({}, SETTINGS)
    expect(repeat(SETTINGS)).toThrow(
      /The settings have not changed since\.\n.* rollback --settings --expect 5/,
    )
    await serve('2')
    await backAll()
    expect(repeat(undefined)).toThrow(/Nothing has changed since\.\n.* rollback --yes --expect 7/)
    expect(repeat('users')).toThrow('rollback users --expect 7')
  })

  test('is rejected after the rollback of a canary: everybody keeps the stable release', async () => {
    await serve('2')
    await canary('3', 10)
    await back()
    expect(repeat('users')).toThrow('A rollback of users was made in revision 6')
  })

  test('is accepted if the app has changed since, or has a canary', async () => {
    await serve('2')
    await back()
    await canary('3', 10)
    expect(repeat('users')).not.toThrow()
    await serve('3')
    expect(repeat('users')).not.toThrow()
  })
})
