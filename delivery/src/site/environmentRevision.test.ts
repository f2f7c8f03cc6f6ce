import { expect, test } from '@jest/globals'
import type { HostBuild } from '@console/shared-kernel/remote'
import { buildOf, SETTINGS_OF_STAGING, Timeline } from '../../testing/timeline'
import {
  promoteRelease,
  removeRemote,
  setCanary,
  differences,
  keyOf,
  keysOf,
  SETTINGS,
  trailOf,
  type State,
} from './environmentChanges'
import { documentOf, stateOf, type Revision } from './history'

const [host1, host2, users1, users2] = [
  buildOf('host', '1'),
  buildOf('host', '2'),
  buildOf('users', '1'),
  buildOf('users', '2'),
]
const deployed = (build: typeof users1) => ({
  baseUrl: `http://releases.test/users/${build.version}-b${build.version}/`,
  release: build,
})
/** A host and users, each with a canary. */
const state: State = {
  settings: { ...SETTINGS_OF_STAGING, requires: 'test' },
  apps: {
    host: { stable: host1, canary: { build: host2, percent: 5 } },
    users: { stable: users1, canary: { build: users2, percent: 10 } },
  },
  minimumRevision: 3,
  trail: { [SETTINGS]: [1], users: [2] },
  bad: { 'users/0-b0': { revision: 2, at: 'then', who: 'ana', why: 'slow' } },
}
const { requires: _requires, releasesUrl: _releasesUrl, ...IN_PAGE } = state.settings

test('the document has the page settings, the release addresses and the canary shares', () =>
  expect(documentOf(state, 9, () => undefined)).toEqual({
    schema: 1,
    ...IN_PAGE,
    revision: 9,
    minimumRevision: 3,
    host: { ...host1, canary: { ...host2, percent: 5 } },
    remotes: { users: { ...deployed(users1), canary: { ...deployed(users2), percent: 10 } } },
  }))

test('the document has the fallback of each app', () => {
  const { host, remotes } = documentOf(state, 9, (app) => buildOf(app, '0'))
  expect(host?.previous).toEqual(buildOf('host', '0'))
  expect(remotes['users']?.previous).toEqual(deployed(buildOf('users', '0')))
})

test('the document has no fields for a missing host, canary or required reload', () => {
  const { minimumRevision: _, ...others } = state
  expect(documentOf({ ...others, apps: { users: { stable: users1 } } }, 9, () => undefined)).toStrictEqual({
    schema: 1,
    ...IN_PAGE,
    revision: 9,
    remotes: { users: deployed(users1) },
  })
})

/** Converts a state to a record of the history. */
const recordOf = (one: State): Revision => ({
  ...one,
  revision: 9,
  at: 'now',
  who: 'ana',
  why: 'a test',
  action: 'none',
  document: documentOf(one, 9, (app) => buildOf(app, '0')),
  policy: '',
})

test('a state is read from its record completely, except for fallbacks', () =>
  expect(stateOf(recordOf(state))).toEqual(state))

test('a state with only settings is read', () => {
  const [first] = new Timeline().states
  expect(stateOf(recordOf(first!))).toStrictEqual(first)
})

test('a state without canaries is read back', () => {
  const apps = { host: { stable: host1 }, users: { stable: users1 } }
  expect(stateOf(recordOf({ ...state, apps }))).toStrictEqual({ ...state, apps })
})

test('a record with canary plans, as earlier versions kept them, is read without the plans', () => {
  const plan = { steps: [10, 50, 100], step: 0, since: 1_000, holdMs: 0, maxFailures: 1, minSessions: 3 }
  expect(stateOf({ ...recordOf(state), plans: { users: plan, reports: plan } } as Revision)).toEqual(state)
})

test('the keys of an app name its stable build, then its canary', () => {
  expect(keyOf(state, 'users')).toBe('users/1-b1')
  expect(keysOf(state, 'users')).toEqual(['users/1-b1', 'users/2-b2'])
  expect(keysOf({ ...state, apps: { users: { stable: users1 } } }, 'users')).toEqual(['users/1-b1'])
  expect(keysOf(state, SETTINGS)).toEqual([`@settings/${JSON.stringify(state.settings)}`])
})

test.each(['reports', 'constructor'])('%s is not an app: it has no key and no rollback steps', (app) => {
  expect(keyOf(state, app)).toBeNull()
  expect(keysOf(state, app)).toEqual([])
  expect(trailOf(state, app)).toEqual([])
})

test('a change is described by one line for each app and setting that differs', async () => {
  const timeline = new Timeline()
  await timeline.play(promoteRelease('host', host1 as HostBuild))
  await timeline.play(promoteRelease('users', users1))
  const before = timeline.now
  await timeline.play(setCanary('users', users2, 10))
  expect(differences(before, timeline.now)).toEqual(['users: 1-b1 -> 1-b1 (canary 2-b2, 10 %)'])
  await timeline.play(removeRemote('users'))
  expect(differences(before, timeline.now)).toEqual(['users: 1-b1 -> none'])
  expect(differences(timeline.now, before)).toEqual(['users: none -> 1-b1'])
  const settings = { ...before.settings, developer: true, overrides: ['http://localhost:4101'] }
  expect(differences(before, { ...before, settings })).toEqual([
    'settings overrides: [] -> ["http://localhost:4101"]',
    'settings developer: none -> true',
  ])
  expect(differences({ ...before, settings }, before)).toContain('settings developer: true -> none')
  expect(differences(before, before)).toEqual([])
})
