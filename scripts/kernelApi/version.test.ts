import { describe, expect, it } from '@jest/globals'
import type { Bump, Change } from './changes'
import { pendingBump, versionProblems } from './version'

const REMOVED: Change = { bump: 'major', text: 'core: http is removed' }
const ADDED: Change = { bump: 'minor', text: 'core: Chip is new' }

describe('the version of the kernel', () => {
  it.each<[string, Change[], string, Bump]>([
    ['no change and no step', [], '2.1.3', 'none'],
    ['no change and a patch', [], '2.1.4', 'none'],
    ['a new name and a minor', [ADDED], '2.2.0', 'none'],
    ['a new name and a major', [ADDED], '3.0.0', 'none'],
    ['a removed name and a major', [ADDED, REMOVED], '3.0.0', 'none'],
    ['a new name and a minor that waits', [ADDED], '2.1.3', 'minor'],
    ['a removed name and a major that waits', [REMOVED], '2.1.4', 'major'],
  ])('follows semver: %s', (_, changes, current, pending) =>
    expect(versionProblems(changes, { released: '2.1.3', current, pending })).toEqual([]),
  )

  it.each<[string, Change[], string, Bump, string[]]>([
    ['a new name and no step', [ADDED], '2.1.3', 'none', ['core: Chip is new (minor)']],
    ['a new name and a patch', [ADDED], '2.1.4', 'patch', ['core: Chip is new (minor)']],
    ['a removed name and a minor', [ADDED, REMOVED], '2.2.0', 'minor', ['core: http is removed (major)']],
    ['a step back', [], '2.0.9', 'none', ['Version 2.0.9 is older than 2.1.3, which was released.']],
  ])('does not follow semver: %s', (_, changes, current, pending, problems) =>
    expect(versionProblems(changes, { released: '2.1.3', current, pending })).toEqual(
      expect.arrayContaining(problems),
    ),
  )
})

describe('what changesets wait with', () => {
  const changeset = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nThe kernel: major news.\n`

  it.each<[Bump, string[]]>([
    ['none', []],
    ['none', [changeset("'@console/delivery': major")]],
    ['patch', [changeset("'@console/shared-kernel': patch", "'@console/delivery': major")]],
    ['major', [changeset('"@console/shared-kernel": major'), changeset("'@console/shared-kernel': minor")]],
  ])('is %s', (bump, changesets) => expect(pendingBump('@console/shared-kernel', changesets)).toBe(bump))
})
