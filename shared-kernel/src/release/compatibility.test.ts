import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { satisfies } from 'semver'
import { unmetNeeds } from './compatibility'
import type { Release } from './release'

const runsOn = (kernel: string, range: string): boolean =>
  unmetNeeds({ kernel: range, react: '*' }, { kernel, react: '19.0.0' }).length === 0

describe('a kernel version range', () => {
  test.each<{ version: string; range: string; expected: boolean }>([
    { version: '1.5.2', range: '^1.5 || ^2', expected: true },
    { version: '2.0.0', range: '^1.5 || ^2', expected: true },
    { version: '1.4.9', range: '^1.5 || ^2', expected: false },
    { version: '3.0.0', range: '^1.5 || ^2', expected: false },
    { version: '2.0.0-rc.1', range: '^1.5 || ^2', expected: false },
    { version: '2.0.0-rc.1', range: '^1.5 || ^2.0.0-rc.0', expected: true },
    { version: '2.1.0-rc.1', range: '^2.0.0-rc.0', expected: false },
    { version: '1.6.0', range: '^1.5.0-beta.1', expected: true },
    { version: '1.5.0', range: '', expected: false },
    { version: '1.5.0', range: 'latest', expected: false },
  ])('"$range" accepts $version: $expected', ({ version, range, expected }) =>
    expect(runsOn(version, range)).toBe(expected),
  )

  const names = { '@console/shared-kernel/core': ['http'] }

  test.each<{
    title: string
    kernel: string
    range: string
    imports: typeof names | 'unknown' | undefined
    expected: boolean
  }>([
    { title: 'the previous major', kernel: '3.0.0', range: '^2.4.0', imports: names, expected: true },
    { title: 'the major before that', kernel: '4.0.0', range: '^2.4.0', imports: names, expected: false },
    { title: 'the next major', kernel: '2.4.0', range: '^3.0.0', imports: names, expected: false },
    {
      title: 'version 1, which was never a package',
      kernel: '2.0.0',
      range: '^1.0.0',
      imports: names,
      expected: false,
    },
    {
      title: 'the previous major, with unknown imports',
      kernel: '3.0.0',
      range: '^2.4.0',
      imports: 'unknown',
      expected: false,
    },
    {
      title: 'the previous major, without recorded imports',
      kernel: '3.0.0',
      range: '^2.4.0',
      imports: undefined,
      expected: false,
    },
    {
      title: 'the previous major, with the import of a whole module',
      kernel: '3.0.0',
      range: '^2.4.0',
      imports: { '@console/shared-kernel/core': ['*'] },
      expected: false,
    },
    {
      title: 'a pre-release of the next major',
      kernel: '3.0.0-rc.1',
      range: '^2.4.0',
      imports: names,
      expected: false,
    },
    { title: 'only an earlier minor', kernel: '3.0.0', range: '~2.4.0', imports: names, expected: false },
    {
      title: 'the previous major, with an import that no longer exists',
      kernel: '3.0.0',
      range: '^2.4.0',
      imports: { '@console/shared-kernel/core': ['Facts'] },
      expected: false,
    },
  ])('for $title: $kernel, requested as $range', ({ kernel, range, imports, expected }) => {
    const release = { kernel: range, react: '*', ...(imports && { imports }) }
    expect(unmetNeeds(release, { kernel, react: '19.0.0', exports: names }).length === 0).toBe(expected)
  })

  test.each<[string, Release['imports'], string[]]>([
    ['names that the host has', names, []],
    ['a whole module', { '@console/shared-kernel/core': ['*'] }, []],
    ['a module for its side effects only', { '@console/shared-kernel/core': [] }, []],
    ['nothing', {}, []],
    ['an unknown set', 'unknown', []],
    ['an older build, which did not record them', undefined, []],
    ['a name that the host lacks', { '@console/shared-kernel/core': ['http', 'Facts'] }, ['Facts']],
    ['a module that the host lacks', { toString: ['call'] }, ['toString']],
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

  test('is interpreted as npm does', () =>
    fc.assert(
      fc.property(version, range, (one, of) => {
        // the runtime takes `>=0` for no range at all, which is not what an author means
        fc.pre(!/>=0(\.0)*(?![\d.])/.test(of))
        expect([one, of, runsOn(one, of)]).toEqual([one, of, satisfies(one, of)])
      }),
      { numRuns: 2_000 },
    ))
})
