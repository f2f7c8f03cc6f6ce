import { describe, expect, test } from '@jest/globals'
import { deployed } from '@console/shared-kernel/testing/node'
import {
  alternativesTo,
  attemptAfter,
  fallbackOrder,
  firstAttempt,
  isInCanary,
  type Place,
} from './fallbackOrder'
import { RemoteFailure, type FailurePhase } from './remoteFailure'

const at = (build: string) => ({ ...deployed({ build }), baseUrl: `https://static.example.com/${build}/` })
const all = { ...at('b'), previous: at('a'), canary: { ...at('c'), percent: 100 } }

describe('the releases of a remote', () => {
  const SIGNED_OUT = { userId: null }
  const SIGNED_IN = { userId: 7 }
  const forNobody = { ...all, canary: { ...all.canary, percent: 0 } }
  const forEveryone = { ...at('b'), canary: { ...at('b'), percent: 100 } }
  const isDisabled = (build: string) => build === 'users.b'
  test.each<[string, Parameters<typeof fallbackOrder>, string[]]>([
    ['the current one alone', [at('b'), SIGNED_OUT], ['current b']],
    ['there is no canary before the sign-in', [all, SIGNED_OUT], ['current b', 'previous a']],
    ['a user of the canary', [all, SIGNED_IN], ['canary c', 'current b', 'previous a']],
    ['others', [forNobody, SIGNED_IN], ['current b', 'previous a']],
    [
      'a developer’s comes first',
      [all, { ...SIGNED_OUT, override: at('d') }],
      ['override d', 'current b', 'previous a'],
    ],
    ['of a remote that is not deployed', [undefined, { ...SIGNED_OUT, override: at('d') }], ['override d']],
    ['one that is left out', [all, { ...SIGNED_OUT, isDisabled }], ['previous a']],
    ['a canary that everyone has got', [forEveryone, SIGNED_IN], ['canary b']],
    ['a previous that is the current one', [{ ...at('b'), previous: at('b') }, SIGNED_OUT], ['current b']],
  ])('%s', (_, args, expected) =>
    expect(fallbackOrder(...args).map(({ place, release }) => `${place} ${release.build}`)).toEqual(expected),
  )

  test('contain no deployment settings', () =>
    expect(fallbackOrder(all, SIGNED_IN).slice(0, 2)).toEqual([
      { ...at('c'), place: 'canary' },
      { ...at('b'), place: 'current' },
    ]))
})

const failed = (phase: FailurePhase) => new RemoteFailure(phase, '')
const hung = (phase: FailurePhase = 'timeout') => new RemoteFailure(phase, '', undefined, true)

/** The releases that are tried, in order; `*` marks an attempt that may take the full time. */
function triedAfter(places: string, ...failures: RemoteFailure[]): string {
  const releases = places.split(' ').map((place) => ({ ...at(place), place: place as Place }))
  let attempt = firstAttempt(releases) as ReturnType<typeof attemptAfter>
  const tried: string[] = []
  const note = () =>
    tried.push(attempt ? `${releases[attempt.at]!.place}${attempt.isFinal ? '*' : ''}` : 'panel')
  note()
  for (const failure of failures) {
    attempt = attempt && attemptAfter(releases, attempt, failure)
    note()
  }
  return tried.join(' ')
}

describe('the fallback order', () => {
  const load = failed('load')
  const incompatible = failed('compatibility')
  const broken = failed('module')
  const TWO = 'current previous'
  test.each<{ title: string; places: string; failures: RemoteFailure[]; tried: string }>([
    {
      title: 'once more, previous, panel',
      places: TWO,
      failures: [load, load, load],
      tried: 'current current previous* panel',
    },
    {
      title: 'once more, panel if there is no previous',
      places: 'current',
      failures: [load, load],
      tried: 'current* current* panel',
    },
    { title: 'past a hang immediately', places: TWO, failures: [hung()], tried: 'current previous*' },
    {
      title: 'past a hang of the second try',
      places: TWO,
      failures: [load, hung()],
      tried: 'current current previous*',
    },
    {
      title: 'no second wait for the last one',
      places: 'current',
      failures: [hung()],
      tried: 'current* panel',
    },
    {
      title: 'no second wait for a previous one',
      places: TWO,
      failures: [hung(), hung()],
      tried: 'current previous* panel',
    },
    { title: 'past an incompatible one', places: TWO, failures: [incompatible], tried: 'current previous*' },
    { title: 'nothing is compatible', places: 'current', failures: [incompatible], tried: 'current* panel' },
    {
      title: 'from a canary',
      places: `canary ${TWO}`,
      failures: [broken, load, load],
      tried: 'canary current current previous*',
    },
    {
      title: 'from an override whose files fail to load',
      places: 'override current',
      failures: [load],
      tried: 'override current*',
    },
    {
      title: 'from an override that hangs',
      places: 'override current',
      failures: [hung()],
      tried: 'override current*',
    },
    {
      title: 'a developer sees what fails',
      places: 'override current',
      failures: [broken],
      tried: 'override panel',
    },
    {
      title: 'the console’s part once more',
      places: TWO,
      failures: [failed('host'), failed('host')],
      tried: 'current current* panel',
    },
    {
      title: 'the console’s part that hangs once more',
      places: TWO,
      failures: [hung('host')],
      tried: 'current current*',
    },
    {
      title: 'the console’s part that has used up its time',
      places: 'current',
      failures: [hung('host')],
      tried: 'current* panel',
    },
  ])('$title', ({ places, failures, tried }) => expect(triedAfter(places, ...failures)).toBe(tried))
})

describe('after a screen has thrown', () => {
  test.each<[Place, string, string]>([
    ['canary', 'canary current previous', 'current previous'],
    ['current', 'canary current previous', 'previous'],
    ['current', 'current', ''],
    ['previous', 'current previous', ''],
    ['override', 'override current', ''],
  ])('in release %s of %s, the user is offered %j', (shown, places, offered) => {
    const releases = places.split(' ').map((place) => ({ ...at(place), place: place as Place }))
    const alternatives = alternativesTo(
      releases,
      releases.find(({ place }) => place === shown)!,
    )
    expect(alternatives.map(({ place }) => place).join(' ')).toBe(offered)
  })
})

describe('the users of a canary', () => {
  const users = Array.from({ length: 20_000 }, (_, index) => index + 1)
  const USERS = { name: 'users', build: '3f9c2a1b' }
  const having = (percent: number, of = USERS) => users.filter((id) => isInCanary(id, of, percent))

  test.each([0.5, 1, 10, 50, 90])('are %p percent of users with consecutive ids', (percent) =>
    expect(Math.abs(having(percent).length / users.length - percent / 100)).toBeLessThan(0.01),
  )

  test('are none at 0 percent, and all at 100', () => {
    expect(having(0)).toEqual([])
    expect(having(100)).toEqual(users)
  })

  test('are the same at each start, and stay when the percentage grows', () => {
    expect(having(10).filter((id) => id <= 60)).toEqual([3, 6, 17, 19, 26, 28, 46])
    const more = new Set(having(20))
    expect(having(10).every((id) => more.has(id))).toBe(true)
  })

  test.each([
    ['build of the same remote', { name: 'users', build: '3f9c2a1c' }],
    ['remote', { name: 'machines', build: '3f9c2a1b' }],
  ])('differ for another %s: about 1 percent get both of two 10 percent canaries', (_, other) => {
    const second = new Set(having(10, other))
    const both = having(10).filter((id) => second.has(id)).length / users.length
    expect(both).toBeGreaterThan(0.005)
    expect(both).toBeLessThan(0.015)
  })
})
