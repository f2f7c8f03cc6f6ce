import { describe, expect, test } from '@jest/globals'
import type { Change } from './changes'
import { versionProblems } from './version'

const REMOVED: Change = { kind: 'removed', entry: 'core', name: 'http' }
const ADDED: Change = { kind: 'new', entry: 'core', name: 'Chip' }
const MORE: Change = { kind: 'more', entry: 'core', name: 'Chip' }
const CHANGED: Change = { kind: 'changed', entry: 'core', name: 'Chip' }
const NEEDS_MAJOR =
  'The kernel was released as 2.1.3: this needs a major step. Say so in a changeset (npm run changeset).'
const NEEDS_MINOR = NEEDS_MAJOR.replace('major', 'minor')

const problems = (changes: Change[], next: string, gone = '3.0.0') =>
  versionProblems(changes, { released: '2.1.3', next }, [{ entry: 'core', name: 'http', gone }])

describe('the version of the kernel', () => {
  test.each<[string, Change[], string]>([
    ['no change and no step', [], '2.1.3'],
    ['no change and a patch', [], '2.1.4'],
    ['a new name and a minor', [ADDED], '2.2.0'],
    ['a name that takes more and a minor', [MORE], '2.2.0'],
    ['a new name and a major', [ADDED], '3.0.0'],
    ['a removed name and a major', [ADDED, REMOVED], '3.0.0'],
  ])('is right for semver: %s', (_, changes, next) => expect(problems(changes, next)).toEqual([]))

  test.each<[string, Change[], string, string[]]>([
    ['a new name and no step', [ADDED], '2.1.3', ['core: Chip is new (minor)', NEEDS_MINOR]],
    ['a new name and a patch', [ADDED], '2.1.4', ['core: Chip is new (minor)', NEEDS_MINOR]],
    ['a name that takes more', [MORE], '2.1.4', ['core: Chip takes more (minor)', NEEDS_MINOR]],
    ['a step back', [], '2.0.9', ['Version 2.0.9 is older than 2.1.3, which was released.']],
  ])('is wrong for semver: %s', (_, changes, next, expected) =>
    expect(problems(changes, next)).toEqual(expected),
  )

  test('is wrong for semver: a removed name in a minor', () =>
    expect(problems([ADDED, REMOVED], '2.2.0', '2.2.0')).toEqual([
      'core: http is removed (major)',
      NEEDS_MAJOR,
    ]))
})

describe('a major may not', () => {
  test.each(['2.1.3', '3.0.0'])('change a name (%s)', (next) =>
    expect(problems([CHANGED], next)).toEqual([
      'core: Chip is changed, which no version may do and no changeset lifts: leave it as it was in 2.1.3, deprecate it, and give what is new a name of its own (docs/kernel.md).',
    ]),
  )

  test('remove a name that was not deprecated', () => {
    const message = (name: string) =>
      `${name} is removed, and was not deprecated in 2.1.3, which no changeset lifts: bring it back and deprecate it (docs/kernel.md).`
    const others: Change[] = [
      { ...REMOVED, name: 'other' },
      { ...REMOVED, entry: 'form' },
    ]
    expect(problems(others, '3.0.0')).toEqual([message('core: other'), message('form: http')])
  })

  test('remove a name too early', () =>
    expect(problems([REMOVED], '3.0.0', '4.0.0')).toEqual([
      'core: http is removed in 3.0.0, and was promised until 4.0.0.',
    ]))

  test('an entry of several words is matched with its row', () => {
    const removed: Change = { kind: 'removed', entry: 'testing-node', name: 'serve' }
    const rows = [{ entry: 'testing/node', name: 'serve', gone: '3.0.0' }]
    expect(versionProblems([removed], { released: '2.9.0', next: '3.0.0' }, rows)).toEqual([])
  })
})
