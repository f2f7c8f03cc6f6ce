import { describe, expect, it } from '@jest/globals'
import type { Change } from './changes'
import { pendingBump, versionProblems, type Bump } from './version'

const REMOVED: Change = { kind: 'removed', entry: 'core', name: 'http' }
const ADDED: Change = { kind: 'new', entry: 'core', name: 'Chip' }
const MORE: Change = { kind: 'more', entry: 'core', name: 'Chip' }
const CHANGED: Change = { kind: 'changed', entry: 'core', name: 'Chip' }
const NEEDS_MAJOR =
  'The kernel was released as 2.1.3: this needs a major step. Say so in a changeset (npm run changeset).'
const NEEDS_MINOR = NEEDS_MAJOR.replace('major', 'minor')

const problems = (changes: Change[], current: string, pending: Bump, gone = '3.0.0') =>
  versionProblems(changes, { released: '2.1.3', current, pending }, [{ entry: 'core', name: 'http', gone }])

describe('the version of the kernel', () => {
  it.each<[string, Change[], string, Bump]>([
    ['no change and no step', [], '2.1.3', 'none'],
    ['no change and a patch', [], '2.1.4', 'none'],
    ['a new name and a minor', [ADDED], '2.2.0', 'none'],
    ['a name that takes more and a minor', [MORE], '2.2.0', 'none'],
    ['a new name and a major', [ADDED], '3.0.0', 'none'],
    ['a removed name and a major', [ADDED, REMOVED], '3.0.0', 'none'],
    ['a new name and a minor that waits', [ADDED], '2.1.3', 'minor'],
    ['a removed name and a major that waits', [REMOVED], '2.1.4', 'major'],
  ])('is right for semver: %s', (_, changes, current, pending) =>
    expect(problems(changes, current, pending)).toEqual([]),
  )

  it.each<[string, Change[], string, Bump, string[]]>([
    ['a new name and no step', [ADDED], '2.1.3', 'none', ['core: Chip is new (minor)', NEEDS_MINOR]],
    ['a new name and a patch', [ADDED], '2.1.4', 'patch', ['core: Chip is new (minor)', NEEDS_MINOR]],
    ['a name that takes more', [MORE], '2.1.4', 'none', ['core: Chip takes more (minor)', NEEDS_MINOR]],
    ['a step back', [], '2.0.9', 'none', ['Version 2.0.9 is older than 2.1.3, which was released.']],
  ])('is wrong for semver: %s', (_, changes, current, pending, expected) =>
    expect(problems(changes, current, pending)).toEqual(expected),
  )

  it('is wrong for semver: a removed name in a minor', () =>
    expect(problems([ADDED, REMOVED], '2.2.0', 'minor', '2.2.0')).toEqual([
      'core: http is removed (major)',
      NEEDS_MAJOR,
    ]))
})

describe('a major may not', () => {
  it.each<[string, Bump]>([
    ['2.1.3', 'none'],
    ['2.1.3', 'major'],
    ['3.0.0', 'none'],
  ])('change a name (%s, %s pending)', (current, pending) =>
    expect(problems([CHANGED], current, pending)).toEqual([
      'core: Chip is changed, which no version may do and no changeset lifts: leave it as it was in 2.1.3, deprecate it, and give what is new a name of its own (docs/kernel.md).',
    ]),
  )

  it.each<[string, Bump]>([
    ['2.1.3', 'major'],
    ['3.0.0', 'none'],
  ])('remove a name that was not deprecated (%s, %s pending)', (current, pending) => {
    const message = (name: string) =>
      `${name} is removed, and was not deprecated in 2.1.3, which no changeset lifts: bring it back and deprecate it (docs/kernel.md).`
    const others: Change[] = [
      { ...REMOVED, name: 'other' },
      { ...REMOVED, entry: 'form' },
    ]
    expect(problems(others, current, pending)).toEqual([message('core: other'), message('form: http')])
  })

  it.each<[string, Bump]>([
    ['2.1.3', 'major'],
    ['3.0.0', 'none'],
  ])('remove a name too early (%s, %s pending)', (current, pending) =>
    expect(problems([REMOVED], current, pending, '4.0.0')).toEqual([
      'core: http is removed in 3.0.0, and was promised until 4.0.0.',
    ]),
  )

  it('an entry of several words is matched with its row', () => {
    const removed: Change = { kind: 'removed', entry: 'testing-node', name: 'serve' }
    const rows = [{ entry: 'testing/node', name: 'serve', gone: '3.0.0' }]
    expect(
      versionProblems([removed], { released: '2.9.0', current: '3.0.0', pending: 'none' }, rows),
    ).toEqual([])
  })
})

describe('the pending bump of changesets', () => {
  const changeset = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nThe kernel: major news.\n`

  it.each<[Bump, string[]]>([
    ['none', []],
    ['none', [changeset("'@console/delivery': major")]],
    ['patch', [changeset("'@console/shared-kernel': patch", "'@console/delivery': major")]],
    ['major', [changeset('"@console/shared-kernel": major'), changeset("'@console/shared-kernel': minor")]],
  ])('is %s', (bump, changesets) => expect(pendingBump('@console/shared-kernel', changesets)).toBe(bump))
})
