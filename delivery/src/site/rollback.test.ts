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
import { refuseRepeat, rollBackAll, rollBackApp, type RollbackOptions } from './rollback'

let timeline: Timeline

const serve = (version: string, app = 'users') => timeline.play(promoteRelease(app, buildOf(app, version)))
const canary = (version: string, percent: number, options?: Parameters<typeof setCanary>[3]) =>
  timeline.play(setCanary('users', buildOf('users', version), percent, options))
const back = (options?: RollbackOptions, app = 'users') => timeline.play(rollBackApp(app, options))
const backAll = (options?: RollbackOptions) => timeline.play(rollBackAll(options))
/** Another API, which identifies the settings. */
const setApi = (name: string) => timeline.play(changeSettings({ apiUrl: `http://${name}.test` }))

// revision 2 has the host, revision 3 users 1
beforeEach(async () => {
  timeline = new Timeline()
  await serve('1', 'host')
  await serve('1')
})

describe('an app', () => {
  test('is rolled back alone, and the rest stays', async () => {
    await serve('2')
    await serve('2', 'host')
    expect(await back()).toMatchObject({ action: 'rollback users to revision 3', restores: 3 })
    expect([timeline.served('users'), timeline.served('host')]).toEqual(['1', '2'])
  })

  test('is rolled back one step further each time, until there is none', async () => {
    for (const version of ['2', '3']) await serve(version)
    await back()
    expect(timeline.served('users')).toBe('2')
    await back()
    expect(timeline.served('users')).toBe('1')
    await expect(back()).rejects.toThrow(
      'There is nothing earlier of users in staging.\nName a revision (--to N, with --force if it was rolled back), or promote another release.\nTo serve none: console-delivery remove users',
    )
  })

  test('that does not exist is refused, with the names of the existing ones', async () =>
    await expect(back({}, 'report')).rejects.toThrow(
      "There is no app 'report' in staging. There are: host, users.",
    ))

  test('skips revisions in which it was the same as now', async () => {
    await serve('2')
    await serve('1')
    await serve('2')
    await back()
    expect(timeline.served('users')).toBe('1')
  })

  test('skips releases that were rolled back', async () => {
    await serve('2')
    await back()
    await serve('3')
    await back()
    expect(timeline.served('users')).toBe('1')
  })

  test('skips the revision before where it was promoted twice', async () => {
    await serve('2')
    await serve('2')
    expect((await back()).restores).toBe(3)
  })

  test('goes back also where settings are in force that can no longer be used', async () => {
    await serve('2')
    timeline.states.push({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } })
    expect((await back()).restores).toBe(3)
  })

  test('leaves the marks of others as they are', async () => {
    await serve('2')
    await serve('2', 'host')
    await back()
    await back({}, 'host')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/2-b2', 'host/2-b2'])
  })

  test('skips revisions without it', async () => {
    await timeline.play(removeRemote('users'))
    await serve('2')
    await back()
    expect(timeline.served('users')).toBe('1')
  })

  test('can be restored after it was removed', async () => {
    await timeline.play(removeRemote('users'))
    await back({ to: 3 })
    expect(timeline.served('users')).toBe('1')
  })

  test('marks the release that it leaves with who, when and why', async () => {
    await serve('2')
    await back()
    expect(timeline.now.bad).toEqual({
      'users/2-b2': { revision: 5, at: 'day 5', who: 'ana', why: 'a test' },
    })
  })

  test('is rolled back to a given revision', async () => {
    for (const version of ['2', '3']) await serve(version)
    expect((await back({ to: 3 })).action).toBe('rollback users to revision 3')
    expect(timeline.served('users')).toBe('1')
    expect(timeline.now.trail).toMatchObject({ users: [3], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
  })

  test('is refused for a revision that lacks it', async () =>
    await expect(back({ to: 2 })).rejects.toThrow('users was not in revision 2.'))

  test('is rolled back to a marked release only with force, which removes the mark', async () => {
    await serve('2')
    await back()
    await expect(back({ to: 4 })).rejects.toThrow(
      'users@2-b2 was rolled back from in revision 5 (a test): --force serves it again.',
    )
    await back({ to: 4, force: true })
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/1-b1'])
  })

  test("with the name of an object's property has no earlier value", async () =>
    await expect(back({}, 'constructor')).rejects.toThrow("There is no app 'constructor'"))
})

describe('an app with a canary', () => {
  test('loses the canary, which is marked, and nothing changes for everybody else', async () => {
    await serve('2')
    await canary('3', 10)
    expect((await back()).action).toBe('rollback users: end canary users@3-b3')
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/3-b3'])
    expect(timeline.now.trail).toMatchObject({ users: [3, 4], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
  })

  test('is rolled back to a given revision completely, with its canary', async () => {
    await canary('2', 50)
    await serve('2')
    expect((await back({ to: 4, force: true })).action).toBe('rollback users to revision 4')
    expect(timeline.served('users')).toBe('1, 50 % of 2')
    expect((await back({ to: 3 })).action).toBe('rollback users to revision 3')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/2-b2'])
  })
})

describe('the settings', () => {
  test('are rolled back alone', async () => {
    await setApi('other')
    await serve('2')
    expect(await back({}, SETTINGS)).toMatchObject({
      action: 'rollback the settings to revision 1',
      restores: 1,
    })
    expect(timeline.now.settings).toEqual(SETTINGS_OF_STAGING)
    expect(timeline.served('users')).toBe('2')
  })

  test('have no earlier value at first', async () =>
    await expect(back({}, SETTINGS)).rejects.toThrow('There is nothing earlier of the settings in staging.'))

  test('that were rolled back are restored only with force', async () => {
    await setApi('other')
    await back({}, SETTINGS)
    await expect(back({ to: 4 }, SETTINGS)).rejects.toThrow(
      'These settings were rolled back from in revision 5 (a test): --force serves them again.',
    )
    await back({ to: 4, force: true }, SETTINGS)
    expect(timeline.now.settings.apiUrl).toBe('http://other.test')
  })

  test('that have become invalid are refused', async () => {
    const broken = { ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } }
    timeline.states.push(broken)
    timeline.states.push({ ...broken, settings: SETTINGS_OF_STAGING })
    await expect(back({ to: 4 }, SETTINGS)).rejects.toThrow(CommandError)
    await expect(backAll({ to: 4 })).rejects.toThrow(CommandError)
  })

  test('that are served never block a rollback of everything', async () => {
    const broken = { ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } }
    timeline.states.push(broken, broken)
    expect((await backAll({ to: 4 })).restores).toBe(4)
  })
})

describe('everything', () => {
  test('is rolled back as a whole', async () => {
    await serve('2')
    await setApi('other')
    await serve('2', 'host')
    expect(await backAll()).toMatchObject({ action: 'rollback everything to revision 5', restores: 5 })
    expect(timeline.now.settings.apiUrl).toBe('http://other.test')
    expect([timeline.served('users'), timeline.served('host')]).toEqual(['2', '1'])
    expect(timeline.now.trail).toEqual({
      [SETTINGS]: [1, 5],
      host: [2],
      users: [3, 4],
      [EVERYTHING]: [1, 2, 3, 4, 5],
    })
    expect(Object.keys(timeline.now.bad)).toEqual(['host/2-b2'])
  })

  test('is rolled back one step further each time, as long as all present remotes remain', async () => {
    for (const version of ['2', '3']) await serve(version)
    await backAll()
    expect(timeline.served('users')).toBe('2')
    await backAll()
    expect(timeline.served('users')).toBe('1')
    await expect(backAll()).rejects.toThrow(
      'There is nothing earlier in staging that is good and has all its remotes: name a revision with --to.',
    )
  })

  test('is rolled back to a revision without one of the remotes only by its number', async () => {
    await serve('1', 'reports')
    await expect(backAll()).rejects.toThrow('There is nothing earlier')
    await backAll({ to: 3 })
    expect(timeline.served('reports')).toBeNull()
    expect(Object.keys(timeline.now.bad)).toEqual(['reports/1-b1'])
  })

  test('requires a host', async () =>
    await expect(backAll({ to: 1 })).rejects.toThrow('Revision 1 had no host yet.'))

  test('keeps the required reload of old tabs', async () => {
    await timeline.play((state) => ({ state: { ...state, minimumRevision: 4 }, action: 'urgent' }))
    await serve('2')
    await backAll()
    expect(timeline.now.minimumRevision).toBe(4)
    expect(timeline.states[2]).not.toHaveProperty('minimumRevision')
  })

  test('adds no required reload if there was none', async () => {
    await serve('2')
    await backAll()
    expect(timeline.now).not.toHaveProperty('minimumRevision')
  })

  test('skips revisions that equal the served state', async () => {
    await serve('2')
    await serve('1')
    await serve('1', 'reports')
    await serve('2')
    await backAll()
    expect(timeline.served('users')).toBe('1')
    expect(timeline.served('reports')).toBe('1')
  })

  test('skips releases that were rolled back, even as canaries', async () => {
    await canary('2', 10)
    await back()
    await serve('3')
    await backAll()
    expect(timeline.served('users')).toBe('1')
    expect(timeline.now.trail[EVERYTHING]).toEqual([1, 2, 3, 4, 5])
  })

  test('is rolled back to marked releases only with force', async () => {
    await serve('2')
    await backAll()
    await expect(backAll({ to: 4 })).rejects.toThrow('users@2-b2 was rolled back from in revision 5')
    await backAll({ to: 4, force: true })
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/1-b1'])
  })

  test('skips revisions whose canary is the release that is rolled back', async () => {
    await canary('2', 10)
    await serve('2')
    await backAll()
    expect(timeline.served('users')).toBe('1')
  })

  test('ends a canary at any of its percentages', async () => {
    await canary('2', 10)
    await canary('2', 50)
    expect((await backAll()).restores).toBe(3)
    expect(timeline.served('users')).toBe('1')
  })

  test('is rolled back from one canary to the one before', async () => {
    await canary('2', 10)
    await canary('3', 20)
    expect((await backAll()).restores).toBe(4)
    expect(timeline.served('users')).toBe('1, 10 % of 2')
  })

  test('skips the revision before where something was promoted twice', async () => {
    await serve('2')
    await serve('2')
    expect((await backAll()).restores).toBe(3)
  })

  test('skips what is served now, in whichever order it came to be served', async () => {
    await serve('1', 'reports')
    await timeline.play(removeRemote('users'))
    await serve('1')
    await expect(backAll()).rejects.toThrow('There is nothing earlier')
  })

  test('skips a revision of what an app was rolled back from', async () => {
    await serve('2')
    await serve('3')
    await back()
    expect((await backAll()).restores).toBe(3)
  })

  test('skips a revision in which some had as a canary what was rolled back from', async () => {
    await canary('2', 10)
    await back()
    await expect(backAll()).rejects.toThrow('There is nothing earlier')
  })

  test('keeps an unrelated canary', async () => {
    await canary('2', 10)
    await serve('2', 'host')
    expect((await backAll()).restores).toBe(4)
    expect([timeline.served('users'), timeline.served('host')]).toEqual(['1, 10 % of 2', '1'])
  })
})

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
    return () => refuseRepeat(timeline.now, { revision, at, who: 'bob', why: 'x', earlier }, app)
  }

  test('is refused within ten minutes, with what was done and the command that goes further back', async () => {
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

  test('of the settings or of everything is refused likewise', async () => {
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

  test('is refused after the rollback of a canary: everybody keeps what is stable', async () => {
    await serve('2')
    await canary('3', 10)
    await back()
    expect(repeat('users')).toThrow('A rollback of users was made in revision 6')
  })

  test('is none where the app was changed since, or has a canary', async () => {
    await serve('2')
    await back()
    await canary('3', 10)
    expect(repeat('users')).not.toThrow()
    await serve('3')
    expect(repeat('users')).not.toThrow()
  })
})
