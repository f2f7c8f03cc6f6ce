import { describe, expect, test } from '@jest/globals'
import { rollbacks } from '../../testing/rollbacks'
import { SETTINGS_OF_STAGING } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import { SETTINGS } from './environmentChanges'
import { rejectRepeat, type RollbackOptions } from './rollback'

const { timeline, serve, canary, back, backAll, setApi, play } = rollbacks()
type Step = Parameters<typeof play>[0][number]

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
