import { describe, expect, test } from '@jest/globals'
import { deployed } from '@console/shared-kernel/testing/node'
import { isInShare } from './canaryShare'
import { candidatesOf } from './candidates'

const at = (build: string) => ({
  ...deployed({ build }),
  baseUrl: `https://static.example.com/users/${build}/`,
})
const SIGNED_OUT = { userId: null, override: undefined, disabled: new Set<string>() }
const shown = (...args: Parameters<typeof candidatesOf>) =>
  candidatesOf(...args).map(({ source, deployed }) => `${source} ${deployed.release.build}`)
const all = { ...at('b'), previous: at('a'), canary: { ...at('c'), percent: 100 } }

describe('the releases of a remote', () => {
  test.each<[string, Parameters<typeof candidatesOf>, string[]]>([
    ['the current one alone', [at('b'), SIGNED_OUT], ['current b']],
    ['there is no canary before the sign-in', [all, SIGNED_OUT], ['current b', 'previous a']],
    [
      'a user of the share does',
      [all, { ...SIGNED_OUT, userId: 7 }],
      ['canary c', 'current b', 'previous a'],
    ],
    [
      'others do not',
      [
        { ...all, canary: { ...all.canary, percent: 0 } },
        { ...SIGNED_OUT, userId: 7 },
      ],
      ['current b', 'previous a'],
    ],
    [
      'a developer’s comes first',
      [all, { ...SIGNED_OUT, override: at('d') }],
      ['override d', 'current b', 'previous a'],
    ],
    [
      'a developer’s of a remote that is not deployed',
      [undefined, { ...SIGNED_OUT, override: at('d') }],
      ['override d'],
    ],
    ['one that is disabled', [all, { ...SIGNED_OUT, disabled: new Set(['users.b']) }], ['previous a']],
    [
      'a canary that everyone has got',
      [
        { ...at('b'), canary: { ...at('b'), percent: 100 } },
        { ...SIGNED_OUT, userId: 7 },
      ],
      ['canary b'],
    ],
    ['a previous that is the current one', [{ ...at('b'), previous: at('b') }, SIGNED_OUT], ['current b']],
  ])('%s', (_, args, expected) => expect(shown(...args)).toEqual(expected))

  test('contain no facts of the deployment', () => {
    const [canary, current] = candidatesOf(all, { ...SIGNED_OUT, userId: 7 })
    expect(canary!.deployed).toEqual(at('c'))
    expect(current!.deployed).toEqual(at('b'))
  })
})

describe('the share of a canary', () => {
  const users = Array.from({ length: 20_000 }, (_, index) => index + 1)
  const USERS = { name: 'users', build: '3f9c2a1b' }
  const sharing = (percent: number, of = USERS) => users.filter((id) => isInShare(id, of, percent))

  test.each([0.5, 1, 10, 50, 90])('of %p percent is that share of users with consecutive ids', (percent) =>
    expect(Math.abs(sharing(percent).length / users.length - percent / 100)).toBeLessThan(0.01),
  )

  test('of 0 is empty, and of 100 every user', () => {
    expect(sharing(0)).toEqual([])
    expect(sharing(100)).toEqual(users)
  })

  test('is stable across starts, and keeps its users when it grows', () => {
    expect(users.slice(0, 60).filter((id) => isInShare(id, USERS, 10))).toMatchInlineSnapshot(`
      [
        3,
        6,
        17,
        19,
        26,
        28,
        46,
      ]
    `)
    const more = new Set(sharing(20))
    expect(sharing(10).every((id) => more.has(id))).toBe(true)
  })

  test.each([
    ['build of the same remote', { name: 'users', build: '3f9c2a1c' }],
    ['remote', { name: 'machines', build: '3f9c2a1b' }],
  ])(
    'differs for another %s: about 1 percent of users get both of two canaries of 10 percent',
    (_, other) => {
      const second = new Set(sharing(10, other))
      const both = sharing(10).filter((id) => second.has(id)).length / users.length
      expect(both).toBeGreaterThan(0.005)
      expect(both).toBeLessThan(0.015)
    },
  )
})
