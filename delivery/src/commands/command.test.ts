import { describe, expect, test } from '@jest/globals'
import { UsageError } from '../errors/commandError'
import { canary } from './canary'
import { wholeNumber, type Command } from './command'
import { prune } from './prune'
import { rollback } from './rollback'
import { team } from './team'

describe('a whole number', () => {
  test.each([
    ['1', 1],
    ['10', 10],
    ['007', 7],
  ])('is read from %j', (text, number) => expect(wholeNumber(text, 'days', 1, 10)).toBe(number))

  test.each(['', ' ', 'abc', '-1', '1.5', '1e1', '0x1', ' 1', '0', '11', '9'.repeat(30), undefined])(
    'is not read from %j',
    (text) => {
      const words = `--days must be a whole number from 1 to 10, not '${text}'.`
      expect(() => wholeNumber(text, 'days', 1, 10)).toThrow(new UsageError(words))
      expect(() => wholeNumber(text, 'days', 1, 10)).toThrow(UsageError)
    },
  )
})

const CHANGE = { env: 'staging', why: 'x' }
const PLAN = { ...CHANGE, steps: '10,100', hold: '10m', 'max-failures': '1%', 'min-sessions': '50' }

test.each<[Command, Record<string, string>, string[], string]>([
  [prune, { days: 'abc' }, [], "--days must be a whole number from 0 to 99999, not 'abc'."],
  [team, { days: 'abc' }, ['token', 'x'], "--days must be a whole number from 1 to 3650, not 'abc'."],
  [team, { days: '1' }, ['set', 'x'], "Give what the team owns from now on; --owns '' is nothing."],
  [rollback, { ...CHANGE, to: '0' }, [], "--to must be a whole number from 1 to 999999, not '0'."],
  [
    canary,
    { ...PLAN, 'min-sessions': 'abc' },
    ['users@1'],
    "--min-sessions must be a whole number from 3 to 20000, not 'abc'.",
  ],
  [canary, { ...PLAN, steps: '10,x' }, ['users@1'], "--steps must be a whole number from 1 to 100, not 'x'."],
  ...['abc', '', '%', '-1%', '101%', '1e1'].map(
    (text): [Command, Record<string, string>, string[], string] => [
      canary,
      { ...PLAN, 'max-failures': text },
      ['users@1'],
      `--max-failures must be a percentage from 0 to 100, such as 0.5%, not '${text}'.`,
    ],
  ),
])(
  '$usage: an option that is missing or cannot be read is named (%#)',
  ({ read }, values, words, message) => {
    expect(() => read(values, words)).toThrow(new UsageError(message))
    expect(() => read(values, words)).toThrow(UsageError)
  },
)

test.each([
  ['0%', 0],
  ['0.5%', 0.5],
  ['5', 5],
])('--max-failures %s is read', (text, maxFailures) =>
  expect(canary.read({ ...PLAN, 'max-failures': text }, ['users@1'])).toMatchObject({
    percent: 10,
    plan: { steps: [10, 100], maxFailures, minSessions: 50 },
  }),
)
