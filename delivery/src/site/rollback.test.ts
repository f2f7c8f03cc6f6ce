import { beforeEach, describe, expect, test } from '@jest/globals'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import { changeSettings, promoteChange, removeRemote, withReload, setCanary } from './environmentChanges'
import { EVERYTHING, SETTINGS, targetOf } from './environmentRevision'
import { refuseRepeat, rollBackAll, rollBackPart, type RollbackOptions } from './rollback'

let timeline: Timeline

const serve = (version: string, part = 'users') => timeline.play(promoteChange(part, buildOf(part, version)))
const canary = (version: string, percent: number, options?: Parameters<typeof setCanary>[3]) =>
  timeline.play(setCanary('users', buildOf('users', version), percent, options))
const back = (options?: RollbackOptions, part = 'users') => timeline.play(rollBackPart(part, options))
const backAll = (options?: RollbackOptions) => timeline.play(rollBackAll(options))
/** Another API, which identifies the settings. */
const setApi = (name: string) => timeline.play(changeSettings({ apiUrl: `http://${name}.test` }))

// revision 2 has the host, revision 3 users 1
beforeEach(() => {
  timeline = new Timeline()
  serve('1', 'host')
  serve('1')
})

describe('a part', () => {
  test('is rolled back alone, and the rest stays', () => {
    serve('2')
    serve('2', 'host')
    expect(back()).toMatchObject({ action: 'rollback users to revision 3', restores: 3 })
    expect([timeline.served('users'), timeline.served('host')]).toEqual(['1', '2'])
  })

  test('is rolled back one step further each time, until there is none', () => {
    for (const version of ['2', '3']) serve(version)
    back()
    expect(timeline.served('users')).toBe('2')
    back()
    expect(timeline.served('users')).toBe('1')
    expect(() => back()).toThrow(
      'There is nothing earlier of users in staging.\nName a revision (--to N, with --force if it was rolled back), or promote another release.\nTo serve none: console-delivery remove users',
    )
  })

  test('that does not exist is refused, with the names of the existing ones', () =>
    expect(() => back({}, 'report')).toThrow("There is no part 'report' in staging. There are: host, users."))

  test('skips revisions in which it was the same as now', () => {
    serve('2')
    serve('1')
    serve('2')
    back()
    expect(timeline.served('users')).toBe('1')
  })

  test('skips releases that were rolled back', () => {
    serve('2')
    back()
    serve('3')
    back()
    expect(timeline.served('users')).toBe('1')
  })

  test('skips the revision before where it was promoted twice', () => {
    serve('2')
    serve('2')
    expect(back().restores).toBe(3)
  })

  test('goes back also where settings are in force that can no longer be used', () => {
    serve('2')
    timeline.states.push({ ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } })
    expect(back().restores).toBe(3)
  })

  test('leaves the marks of others as they are', () => {
    serve('2')
    serve('2', 'host')
    back()
    back({}, 'host')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/2-b2', 'host/2-b2'])
  })

  test('skips revisions without it', () => {
    timeline.play(removeRemote('users'))
    serve('2')
    back()
    expect(timeline.served('users')).toBe('1')
  })

  test('can be restored after it was removed', () => {
    timeline.play(removeRemote('users'))
    back({ to: 3 })
    expect(timeline.served('users')).toBe('1')
  })

  test('marks the release that it leaves with who, when and why', () => {
    serve('2')
    back()
    expect(timeline.now.bad).toEqual({
      'users/2-b2': { revision: 5, at: 'day 5', who: 'ana', why: 'a test' },
    })
  })

  test('is rolled back to a given revision', () => {
    for (const version of ['2', '3']) serve(version)
    expect(back({ to: 3 }).action).toBe('rollback users to revision 3')
    expect(timeline.served('users')).toBe('1')
    expect(timeline.now.trail).toMatchObject({ users: [3], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
  })

  test('is refused for a revision that lacks it', () =>
    expect(() => back({ to: 2 })).toThrow('users was not in revision 2.'))

  test('is rolled back to a marked release only with force, which removes the mark', () => {
    serve('2')
    back()
    expect(() => back({ to: 4 })).toThrow(
      'users@2-b2 was rolled back from in revision 5 (a test): --force serves them again.',
    )
    back({ to: 4, force: true })
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/1-b1'])
  })

  test("with the name of an object's property has no earlier value", () =>
    expect(() => back({}, 'constructor')).toThrow("There is no part 'constructor'"))
})

describe('a part with a canary', () => {
  test('loses the canary, which is marked, and nothing changes for everybody else', () => {
    serve('2')
    canary('3', 10)
    expect(back().action).toBe('rollback users: end canary users@3-b3')
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/3-b3'])
    expect(timeline.now.trail).toMatchObject({ users: [3, 4], [EVERYTHING]: [1, 2, 3, 4, 5, 6] })
  })

  test('is rolled back to a given revision completely, with its canary', () => {
    canary('2', 50)
    serve('2')
    expect(back({ to: 4, force: true }).action).toBe('rollback users to revision 4')
    expect(timeline.served('users')).toBe('1, 50 % of 2')
    expect(back({ to: 3 }).action).toBe('rollback users to revision 3')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/2-b2'])
  })
})

describe('the settings', () => {
  test('are rolled back alone', () => {
    setApi('other')
    serve('2')
    expect(back({}, SETTINGS)).toMatchObject({ action: 'rollback the settings to revision 1', restores: 1 })
    expect(timeline.now.settings).toEqual(SETTINGS_OF_STAGING)
    expect(timeline.served('users')).toBe('2')
  })

  test('have no earlier value at first', () =>
    expect(() => back({}, SETTINGS)).toThrow('There is nothing earlier of the settings in staging.'))

  test('that were rolled back are restored only with force', () => {
    setApi('other')
    back({}, SETTINGS)
    expect(() => back({ to: 4 }, SETTINGS)).toThrow(
      'These settings were rolled back from in revision 5 (a test): --force serves them again.',
    )
    back({ to: 4, force: true }, SETTINGS)
    expect(timeline.now.settings.apiUrl).toBe('http://other.test')
  })

  test('that have become invalid are refused', () => {
    const broken = { ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } }
    timeline.states.push(broken)
    timeline.states.push({ ...broken, settings: SETTINGS_OF_STAGING })
    expect(() => back({ to: 4 }, SETTINGS)).toThrow(CommandError)
    expect(() => backAll({ to: 4 })).toThrow(CommandError)
  })

  test('that are served never block a rollback of everything', () => {
    const broken = { ...timeline.now, settings: { ...SETTINGS_OF_STAGING, releasesUrl: 'ftp://x/' } }
    timeline.states.push(broken, broken)
    expect(backAll({ to: 4 }).restores).toBe(4)
  })
})

describe('everything', () => {
  test('is rolled back as a whole', () => {
    serve('2')
    setApi('other')
    serve('2', 'host')
    expect(backAll()).toMatchObject({ action: 'rollback everything to revision 5', restores: 5 })
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

  test('is rolled back one step further each time, as long as all present remotes remain', () => {
    for (const version of ['2', '3']) serve(version)
    backAll()
    expect(timeline.served('users')).toBe('2')
    backAll()
    expect(timeline.served('users')).toBe('1')
    expect(() => backAll()).toThrow(
      'There is nothing earlier in staging that is good and has all its remotes: name a revision with --to.',
    )
  })

  test('is rolled back to a revision without one of the remotes only by its number', () => {
    serve('1', 'reports')
    expect(() => backAll()).toThrow('There is nothing earlier')
    backAll({ to: 3 })
    expect(timeline.served('reports')).toBeNull()
    expect(Object.keys(timeline.now.bad)).toEqual(['reports/1-b1'])
  })

  test('requires a host', () => expect(() => backAll({ to: 1 })).toThrow('Revision 1 had no host yet.'))

  test('keeps the required reload of old tabs', () => {
    timeline.play(withReload(promoteChange('users', buildOf('users', '2')), true))
    backAll()
    expect(timeline.now.minimumRevision).toBe(4)
    expect(timeline.states[2]).not.toHaveProperty('minimumRevision')
  })

  test('adds no required reload if there was none', () => {
    serve('2')
    backAll()
    expect(timeline.now).not.toHaveProperty('minimumRevision')
  })

  test('skips revisions that equal the served state', () => {
    serve('2')
    serve('1')
    serve('1', 'reports')
    serve('2')
    backAll()
    expect(timeline.served('users')).toBe('1')
    expect(timeline.served('reports')).toBe('1')
  })

  test('skips releases that were rolled back, even as canaries', () => {
    canary('2', 10)
    back()
    serve('3')
    backAll()
    expect(timeline.served('users')).toBe('1')
    expect(timeline.now.trail[EVERYTHING]).toEqual([1, 2, 3, 4, 5])
  })

  test('is rolled back to marked releases only with force', () => {
    serve('2')
    backAll()
    expect(() => backAll({ to: 4 })).toThrow('users@2-b2 was rolled back from in revision 5')
    backAll({ to: 4, force: true })
    expect(timeline.served('users')).toBe('2')
    expect(Object.keys(timeline.now.bad)).toEqual(['users/1-b1'])
  })

  test('skips revisions whose canary is the release that is rolled back', () => {
    canary('2', 10)
    serve('2')
    backAll()
    expect(timeline.served('users')).toBe('1')
  })

  test('ends a canary at any of its percentages', () => {
    canary('2', 10)
    canary('2', 50)
    expect(backAll().restores).toBe(3)
    expect(timeline.served('users')).toBe('1')
  })

  test('is rolled back from one canary to the one before', () => {
    canary('2', 10)
    canary('3', 20)
    expect(backAll().restores).toBe(4)
    expect(timeline.served('users')).toBe('1, 10 % of 2')
  })

  test('skips the revision before where something was promoted twice', () => {
    serve('2')
    serve('2')
    expect(backAll().restores).toBe(3)
  })

  test('skips what is served now, in whichever order it came to be served', () => {
    serve('1', 'reports')
    timeline.play(removeRemote('users'))
    serve('1')
    expect(() => backAll()).toThrow('There is nothing earlier')
  })

  test('skips a revision of what a part was rolled back from', () => {
    serve('2')
    serve('3')
    back()
    expect(backAll().restores).toBe(3)
  })

  test('skips a revision in which some had as a canary what was rolled back from', () => {
    canary('2', 10)
    back()
    expect(() => backAll()).toThrow('There is nothing earlier')
  })

  test('keeps an unrelated canary', () => {
    canary('2', 10)
    serve('2', 'host')
    expect(backAll().restores).toBe(4)
    expect([timeline.served('users'), timeline.served('host')]).toEqual(['1, 10 % of 2', '1'])
  })
})

describe('the fallback of a part', () => {
  const target = () =>
    targetOf(timeline.now, { earlier: (revision) => timeline.states[revision - 1]! }, 'users')

  test('does not exist at first', () => expect(target()).toBeNull())
  test('is the revision with its earlier value', () => {
    serve('2')
    serve('2', 'host')
    expect(target()).toBe(3)
  })
  test('is known before the revision itself is written', () => {
    serve('2')
    const unwritten = (revision: number) => {
      if (revision === 4) throw new CommandError('There is no such revision.')
      return timeline.states[revision - 1]!
    }
    expect(targetOf(timeline.now, { earlier: unwritten }, 'users')).toBe(3)
  })
})

describe('a repeated rollback', () => {
  const repeat = (part: string | undefined, at = '2026-01-01T00:09:59.000Z') => {
    for (const mark of Object.values(timeline.now.bad)) mark.at = '2026-01-01T00:00:00.000Z'
    const revision = timeline.states.length + 1
    const earlier = () => timeline.now
    return () => refuseRepeat(timeline.now, { revision, at, who: 'bob', why: 'x', earlier }, part)
  }

  test('is refused within ten minutes, with what was done and the command that goes further back', () => {
    serve('2')
    back()
    expect(repeat('users')).toThrow(
      'A rollback of users was made in revision 5, by ana at 2026-01-01T00:00:00.000Z (a test). users has not changed since.\n' +
        'To go further back: console-delivery rollback users --expect 5 --env staging --why TEXT',
    )
    expect(repeat('users', '2026-01-01T00:10:00.000Z')).not.toThrow()
    expect(repeat('host')).not.toThrow()
    expect(repeat(undefined)).not.toThrow()
  })

  test('of the settings or of everything is refused likewise', () => {
    setApi('wrong')
    back({}, SETTINGS)
    expect(repeat(SETTINGS)).toThrow(
      /The settings have not changed since\.\n.* rollback --settings --expect 5/,
    )
    serve('2')
    backAll()
    expect(repeat(undefined)).toThrow(/Nothing has changed since\.\n.* rollback --yes --expect 7/)
    expect(repeat('users')).toThrow('rollback users --expect 7')
  })

  test('is refused after the rollback of a canary: everybody keeps what is stable', () => {
    serve('2')
    canary('3', 10)
    back()
    expect(repeat('users')).toThrow('A rollback of users was made in revision 6')
  })

  test('is none where the part was changed since, or has a canary', () => {
    serve('2')
    back()
    canary('3', 10)
    expect(repeat('users')).not.toThrow()
    serve('3')
    expect(repeat('users')).not.toThrow()
  })
})
