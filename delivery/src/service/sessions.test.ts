import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { decide, type Plan, type Session, type Sessions } from './sessions'

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

/** So many sessions, the first of them failing, each from an address of its own unless told. */
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
    ['goes up when it was held and seen enough', some(60), some(600), HELD, 'up'],
    ['waits before it was held long enough', some(60), some(600), HELD - 1, 'wait'],
    ['waits with too few sessions, however long it was held', some(49), some(600), HELD * 9, 'wait'],
    ['goes back before it was held, when it fails more often', some(60, 12), some(600), SOON, 'back'],
    ['does not go back with too few sessions', some(49, 49), some(600), HELD, 'wait'],
    ['does not go back for two failing sessions, nor up', some(60, 2), some(600), HELD, 'wait'],
    ['goes up when the stable one fails as often', some(100, 10), some(600, 60), HELD, 'up'],
    ['goes up when it fails by less than the limit more often', some(1000, 15), some(1000, 6), HELD, 'up'],
    [
      'goes back when it fails by more than the limit more often',
      some(1000, 30),
      some(1000, 6),
      HELD,
      'back',
    ],
  ])('%s', (_, canary, stable, now, expected) => expect(go(canary, stable, now)).toBe(expected))

  test('says what it waits for, with the figures', () => {
    expect(decide(PLAN, some(12, 1), some(600, 6), HELD).reason).toBe(
      'canary: 1 of 12 sessions failed (8.3 %), stable: 6 of 600 sessions failed (1.0 %): 50 sessions are needed',
    )
  })

  test('looks at what was seen since its step began', () => {
    const earlier = new Map(
      [...some(60, 30)].map(([id, session]) => [id, { ...session, seenAt: 0, failedAt: 0 }]),
    )
    expect(go(earlier, some(600), HELD)).toBe('wait')
  })

  test('is not sent back, nor up, by what one address says', () => {
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

test('whatever one address adds, a step that is taken is the one that would be taken without it', () => {
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
