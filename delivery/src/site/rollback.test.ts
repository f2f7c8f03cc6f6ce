import { describe, expect, test } from '@jest/globals'
import { rollbacks } from '../../testing/rollbacks'
import { SETTINGS_OF_STAGING } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import { EVERYTHING, SETTINGS, targetOf } from './environmentChanges'

const { timeline, serve, back, backAll, play } = rollbacks()
type Step = Parameters<typeof play>[0][number]

const OTHER_SETTINGS = `${SETTINGS}/${JSON.stringify({ ...SETTINGS_OF_STAGING, apiUrl: 'http://other.test' })}`
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
