import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Plan } from '../site/environmentRevision'
import { countsOf, decide, rate, type Session, type Sessions } from './canaryDecision'

const PLAN: Plan = {
  steps: [1, 10, 50, 100],
  step: 0,
  since: 1_000,
  holdMs: 600_000,
  maxFailures: 1,
  minSessions: 50,
}
const HELD = PLAN.since + PLAN.holdMs
const SOON = PLAN.since + 1

/** Sessions of which the first ones fail; by default each from its own address. */
function some(count: number, failing = 0, address = (at: number) => `a${at}`): Sessions {
  const session = (at: number): Session => ({
    address: address(at),
    seenAt: SOON,
    ...(at < failing && { failedAt: SOON }),
  })
  return new Map(Array.from({ length: count }, (_, at) => [`s${at}`, session(at)]))
}
const go = (canary: Sessions, stable: Sessions, now: number) => decide(PLAN, canary, stable, now).go

describe('a canary with a plan', () => {
  test.each<[string, Sessions, Sessions, number, string]>([
    ['is raised when it was held and seen enough', some(60), some(600), HELD, 'raise'],
    ['waits before it was held long enough', some(60), some(600), HELD - 1, 'wait'],
    ['waits with too few sessions, however long it was held', some(49), some(600), HELD * 9, 'wait'],
    [
      'is rolled back before it was held, when it fails more often',
      some(60, 12),
      some(600),
      SOON,
      'roll back',
    ],
    ['is not rolled back with too few sessions', some(49, 49), some(600), HELD, 'wait'],
    ['is not rolled back for two failing sessions, nor raised', some(60, 2), some(600), HELD, 'wait'],
    ['is raised when the stable one fails as often', some(100, 10), some(600, 60), HELD, 'raise'],
    [
      'is raised when it fails by less than the limit more often',
      some(1000, 15),
      some(1000, 6),
      HELD,
      'raise',
    ],
    [
      'is rolled back for three failing sessions of three addresses',
      some(60, 3),
      some(600),
      SOON,
      'roll back',
    ],
    [
      'is not rolled back for three failing sessions of which one address has two',
      some(60, 3, (at) => `a${Math.max(at, 1)}`),
      some(600),
      HELD,
      'wait',
    ],
    [
      'is rolled back where the rate without any one address is still beyond the limit',
      some(200, 3),
      some(600),
      SOON,
      'roll back',
    ],
    ['is raised with just more sessions than are needed', some(51), some(600), HELD, 'raise'],
    ['waits where one address has the session that is lacking', some(50), some(600), HELD, 'wait'],
    [
      'is rolled back when it fails by more than the limit more often',
      some(1000, 30),
      some(1000, 6),
      HELD,
      'roll back',
    ],
  ])('decides: %s', (_, canary, stable, now, expected) => expect(go(canary, stable, now)).toBe(expected))

  test('gives the reason for waiting, with figures', () => {
    expect(decide(PLAN, some(12, 1), some(600, 6), HELD).reason).toBe(
      'canary: 1 of 12 sessions failed (8.3 %), stable: 6 of 600 sessions failed (1.0 %): 50 sessions are needed',
    )
  })

  test.each<[string, Sessions, number, string]>([
    ['time', some(60), HELD - 1_500, ' (0.0 %): held for 2 s more'],
    ['time, and the session of one address', some(50), HELD - 1_000, ' (0.0 %): held for 1 s more'],
    ['sessions and time', some(49), HELD - 1_000, ' (0.0 %): held for 1 s more, 50 sessions are needed'],
    ['failing sessions', some(60, 2), HELD, ' (0.0 %): too few failing sessions to roll back'],
    ['another address to raise', some(50), HELD, ' (0.0 %), but only with what one address sent'],
    [
      'another address to roll back',
      some(60, 3, (at) => `a${Math.max(at, 1)}`),
      HELD,
      ' (0.0 %), but only with what one address sent',
    ],
    [
      'another address to roll back, or time',
      some(60, 3, (at) => `a${Math.max(at, 1)}`),
      HELD - 1_000,
      ' (0.0 %): held for 1 s more, but only with what one address sent',
    ],
  ])('waits for %s, and says so', (_, canary, now, end) => {
    const { go, reason } = decide(PLAN, canary, some(600), now)
    expect(go).toBe('wait')
    expect(reason.slice(reason.indexOf('600 sessions failed') + '600 sessions failed'.length)).toBe(end)
  })

  test('scales an address down with its failing and its healthy sessions', () => {
    const canary = new Map([...some(10, 5, () => 'one'), ['last', { address: 'other', seenAt: SOON }]])
    expect(decide(PLAN, canary, some(1), HELD).reason).toMatch(
      /^canary: 5 of 11 sessions failed \(45\.5 %, or 37\.5 % with at most 3 sessions an address\), /,
    )
  })

  test('uses what was seen since its step began', () => {
    const earlier = new Map(
      [...some(60, 30)].map(([id, session]) => [id, { ...session, seenAt: 0, failedAt: 0 }]),
    )
    expect(go(earlier, some(600), HELD)).toBe('wait')
  })

  test('compares sessions first seen since its step began, and ignores older ones', () => {
    const earlier = (count: number, failing: number): Sessions =>
      new Map([...some(count, failing)].map(([id, session]) => [`old ${id}`, { ...session, seenAt: 0 }]))
    const failingOld = new Map([...some(30), ...earlier(1_000, 10)])
    expect(decide(PLAN, some(60, 12), failingOld, SOON)).toEqual({
      go: 'roll back',
      reason: 'canary: 12 of 60 sessions failed (20.0 %), stable: 0 of 30 sessions failed (0.0 %)',
    })
    expect(go(new Map([...some(60), ...earlier(100, 50)]), some(600), HELD)).toBe('raise')
  })

  const one = () => 'one'
  const more = (all: Sessions, flood: Sessions): Sessions =>
    new Map([...all, ...[...flood].map(([id, session]) => [`more ${id}`, session] as const)])
  /** The most sessions of one address that the service keeps. */
  const flood = (failing: number) => some(200, failing, one)
  // 0.9 and 1.1 percent points more than the stable one
  const [justWithin, justBeyond] = [some(1_000, 109), some(1_000, 111)]
  const stable = some(1_000, 100, (at) => `b${at}`)

  test('waits where only the plain rate is beyond the limit, and gives both rates', () => {
    const canary = more(
      some(600),
      some(200, 200, (at) => (at % 2 === 0 ? 'one' : 'other')),
    )
    expect(decide(PLAN, canary, some(600), SOON)).toEqual({
      go: 'wait',
      reason:
        'canary: 200 of 800 sessions failed (25.0 %, or 1.0 % with at most 3 sessions an address), ' +
        'stable: 0 of 600 sessions failed (0.0 %): held for 600 s more, but only with what a few addresses sent',
    })
    expect(decide(PLAN, canary, some(600), HELD)).toEqual({
      go: 'wait',
      reason: expect.stringMatching(/\(0\.0 %\), but only with what a few addresses sent$/),
    })
  })

  test.each<[string, Sessions, Sessions, Sessions, Sessions, string]>([
    ['rolled back by failing sessions of it', some(600), stable, flood(200), some(0), 'roll back'],
    ['rolled back by healthy sessions of the stable one', justWithin, stable, some(0), flood(0), 'roll back'],
    ['raised by healthy sessions of it', justBeyond, stable, flood(0), some(0), 'raise'],
    ['raised by failing sessions of the stable one', justBeyond, stable, some(0), flood(200), 'raise'],
  ])('is not %s, all of one address', (_, canary, stable, addedToIt, addedToStable, not) => {
    expect(go(more(canary, addedToIt), more(stable, addedToStable), HELD)).not.toBe(not)
  })

  test.each<[string, Sessions, Sessions]>([
    ['healthy sessions of it', flood(0), some(0)],
    ['failing sessions of the stable one', some(0), flood(200)],
  ])('is not kept from a rollback by %s, all of one address', (_, addedToIt, addedToStable) => {
    const plan = { ...PLAN, maxFailures: 5 }
    const canary = more(some(60, 12), addedToIt)
    for (const count of [40, 600])
      expect(decide(plan, canary, more(some(count), addedToStable), SOON).go).toBe('roll back')
  })

  test('is neither raised nor rolled back by a single address', () => {
    const attack = new Map([...some(600), ...some(200, 200, () => 'one')])
    expect(decide(PLAN, attack, some(600), HELD)).toEqual({
      go: 'wait',
      reason: expect.stringMatching(/but only with what one address sent$/),
    })
    expect(
      go(
        some(60, 0, () => 'one'),
        some(600),
        HELD,
      ),
    ).toBe('wait')
  })
})

test('counts the sessions seen since a moment, and those of them that failed', () => {
  const sessions = new Map([...some(5, 2), ['early', { address: 'x', seenAt: SOON - 1, failedAt: SOON }]])
  expect(countsOf(sessions, SOON)).toEqual({ sessions: 5, failed: 2 })
  expect(rate({ sessions: 5, failed: 2 })).toBe(40)
  expect(rate(countsOf(sessions, SOON + 1))).toBe(0)
})

test('sessions of one address never cause another decision than without them', () => {
  const session = fc.record({
    id: fc.nat({ max: 400 }),
    address: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    failed: fc.boolean(),
  })
  const sessions = fc
    .array(session, { maxLength: 300 })
    .map(
      (all): Sessions =>
        new Map(
          all.map(({ id, address, failed }) => [
            `${id}`,
            { address, seenAt: SOON, ...(failed && { failedAt: SOON }) },
          ]),
        ),
    )
  const without = (all: Sessions, address: string): Sessions =>
    new Map([...all].filter(([, session]) => session.address !== address))
  fc.assert(
    fc.property(sessions, sessions, fc.constantFrom(SOON, HELD), (canary, stable, now) => {
      const plan = { ...PLAN, minSessions: 20, maxFailures: 5 }
      const taken = decide(plan, canary, stable, now).go
      if (taken === 'wait') return
      for (const address of ['a', 'b', 'c', 'd', 'e', 'f'])
        expect([taken, 'wait']).toContain(
          decide(plan, without(canary, address), without(stable, address), now).go,
        )
    }),
  )
})
