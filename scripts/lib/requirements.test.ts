import { describe, expect, test } from '@jest/globals'
import {
  gapsBetween,
  parseRequirements,
  requirementsTable,
  type NamedTest,
  type Requirement,
} from './requirements'
import { CommandError } from '@console/shared-kernel/command'

const requirement = (number: string, reason = ''): Requirement => ({
  number,
  words: `words of ${number}`,
  reason,
})
const named = (requirements: string[], over: Partial<NamedTest> = {}): NamedTest => ({
  file: 'api/test/a.test.ts',
  text: 'a title',
  onlyInAll: false,
  requirements,
  ...over,
})

describe('the list of requirements', () => {
  test('is read line by line', () => {
    expect(parseRequirements('USERS-1\tOne\nUSERS-2\tTwo\tleft open\n')).toEqual([
      { number: 'USERS-1', words: 'One', reason: '' },
      { number: 'USERS-2', words: 'Two', reason: 'left open' },
    ])
  })

  test.each([
    ['no number', 'users-1\tOne', 1],
    ['no words', 'USERS-1\t', 1],
    ['more than a reason', 'USERS-1\tOne\tbecause\tso', 1],
    ['an empty line', 'USERS-1\tOne\n\nUSERS-2\tTwo', 2],
    ['a number twice', 'USERS-1\tOne\nUSERS-1\tTwo', 2],
  ])('names the line that has %s', (_, tsv, line) => {
    expect(() => parseRequirements(tsv)).toThrow(CommandError)
    expect(() => parseRequirements(tsv)).toThrow(`Line ${line} `)
  })
})

test.each<{
  title: string
  tests: NamedTest[]
  shown: string[]
  unnecessaryReasons: string[]
  unknown: string[]
}>([
  { title: 'none', tests: [], shown: [], unnecessaryReasons: [], unknown: [] },
  {
    title: 'a variant alone',
    tests: [named(['A-1'], { onlyInAll: true })],
    shown: [],
    unnecessaryReasons: [],
    unknown: [],
  },
  { title: 'a test', tests: [named(['A-1'])], shown: ['A-1'], unnecessaryReasons: [], unknown: [] },
  {
    title: 'a test of what has a reason',
    tests: [named(['A-1', 'A-2'])],
    shown: ['A-1'],
    unnecessaryReasons: ['A-2'],
    unknown: [],
  },
  {
    title: 'a slip of the pen',
    tests: [named(['A-9']), named(['A-9'])],
    shown: [],
    unnecessaryReasons: [],
    unknown: ['A-9 (api/test/a.test.ts)'],
  },
])('reports the gaps with $title', ({ tests, shown, unnecessaryReasons, unknown }) => {
  const gaps = gapsBetween([requirement('A-1'), requirement('A-2', 'left open')], tests)
  expect(gaps.untested.map(({ number }) => number)).toEqual(shown.includes('A-1') ? [] : ['A-1'])
  expect(gaps.unnecessaryReasons.map(({ number }) => number)).toEqual(unnecessaryReasons)
  expect(gaps.unknown).toEqual(unknown)
})

test('the document has a row for each requirement, with its tests, its reason or the gap', () => {
  const tests = [
    named(['USERS-1'], { text: 'sorts a|b', file: 'e2e/tests/users.spec.ts' }),
    named(['USERS-1', 'USERS-1'], { text: 'finds', file: 'e2e/tests/users.spec.ts', onlyInAll: true }),
    named(['USERS-1']),
  ]
  const list = [requirement('USERS-1'), requirement('USERS-2', 'left open'), requirement('CALL-1')]
  expect(requirementsTable(list, tests).split('\n').slice(6)).toEqual([
    '| Number | Requirement | Tests |',
    '| --- | --- | --- |',
    '| USERS-1 | words of USERS-1 | [users.spec.ts](../e2e/tests/users.spec.ts): sorts a\\|b<br>' +
      '[users.spec.ts](../e2e/tests/users.spec.ts): finds \\*<br>[a.test.ts](../api/test/a.test.ts): a title |',
    '| USERS-2 | words of USERS-2 | left open |',
    '| CALL-1 | words of CALL-1 | **none** |',
    '',
  ])
})
