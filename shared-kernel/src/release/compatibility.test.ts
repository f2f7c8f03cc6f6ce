import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { satisfies } from 'semver'
import { unmetNeeds } from './compatibility'
import type { Release } from './release'

const runsOn = (kernel: string, range: string): boolean =>
  unmetNeeds({ kernel: range, react: '*' }, { kernel, react: '19.0.0' }).length === 0

describe('a range of the kernel', () => {
  test.each<[string, string, boolean]>([
    ['1.5.2', '^1.5 || ^2', true],
    ['2.0.0', '^1.5 || ^2', true],
    ['1.4.9', '^1.5 || ^2', false],
    ['3.0.0', '^1.5 || ^2', false],
    ['2.0.0-rc.1', '^1.5 || ^2', false],
    ['2.0.0-rc.1', '^1.5 || ^2.0.0-rc.0', true],
    ['2.1.0-rc.1', '^2.0.0-rc.0', false],
    ['1.6.0', '^1.5.0-beta.1', true],
    ['1.5.0', '', false],
    ['1.5.0', 'latest', false],
  ])('of %s accepts %j: %p', (version, range, expected) => expect(runsOn(version, range)).toBe(expected))

  const names = { '@console/shared-kernel/core': ['http'] }

  test.each<[string, string, string, typeof names | 'unknown' | undefined, boolean]>([
    ['the major before', '3.0.0', '^2.4.0', names, true],
    ['the one before that', '4.0.0', '^2.4.0', names, false],
    ['the next one', '2.4.0', '^3.0.0', names, false],
    ['version 1, which was never a package', '2.0.0', '^1.0.0', names, false],
    ['the major before, of unknown names', '3.0.0', '^2.4.0', 'unknown', false],
    ['the major before, of no names', '3.0.0', '^2.4.0', undefined, false],
    [
      'the major before, of a module as a whole',
      '3.0.0',
      '^2.4.0',
      { '@console/shared-kernel/core': ['*'] },
      false,
    ],
    ['a pre-release of the next major', '3.0.0-rc.1', '^2.4.0', names, false],
    ['an earlier minor alone', '3.0.0', '~2.4.0', names, false],
    [
      'the major before, with a name that is gone',
      '3.0.0',
      '^2.4.0',
      { '@console/shared-kernel/core': ['Facts'] },
      false,
    ],
  ])('of %s: %s, requested as %s', (_, kernel, range, imports, expected) => {
    const release = { kernel: range, react: '*', ...(imports && { imports }) }
    expect(unmetNeeds(release, { kernel, react: '19.0.0', exports: names }).length === 0).toBe(expected)
  })

  test.each<[string, Release['imports'], string[]]>([
    ['names that the host has', names, []],
    ['a module as a whole', { '@console/shared-kernel/core': ['*'] }, []],
    ['a module for its effect alone', { '@console/shared-kernel/core': [] }, []],
    ['nothing', {}, []],
    ['an unknown set', 'unknown', []],
    ['what older builds did not say', undefined, []],
    ['another name', { '@console/shared-kernel/core': ['http', 'Facts'] }, ['Facts']],
    ['another module', { toString: ['call'] }, ['toString']],
  ])('with the imports of %s', (_, imports, missing) => {
    const release = { kernel: '^2.0.0', react: '*', ...(imports && { imports }) }
    const unmet = unmetNeeds(release, { kernel: '2.0.0', react: '19.0.0', exports: names })
    expect(unmet.flatMap((one) => ('names' in one && one.names.length > 0 ? one.names : one.part))).toEqual(
      missing,
    )
  })

  const number = fc.integer({ min: 0, max: 3 })
  const version = fc
    .tuple(number, number, number, fc.constantFrom('', '', '-alpha', '-beta.1', '-beta.2'))
    .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`)
  const part = fc.oneof(
    version,
    fc.tuple(number, number).map((both) => both.join('.')),
    number.map(String),
  )
  const comparator = fc
    .tuple(fc.constantFrom('^', '~', '>=', '<', '>', '<=', ''), part)
    .map((both) => both.join(''))
  const range = fc
    .array(fc.array(comparator, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
    .map((alternatives) => alternatives.map((all) => all.join(' ')).join(' || '))

  test('is read as by npm', () =>
    fc.assert(
      fc.property(version, range, (one, of) => {
        // the runtime takes `>=0` for no range at all, which is not what an author means
        fc.pre(!/>=0(\.0)*(?![\d.])/.test(of))
        expect([one, of, runsOn(one, of)]).toEqual([one, of, satisfies(one, of)])
      }),
      { numRuns: 2_000 },
    ))
})
