import { describe, expect, test } from '@jest/globals'
import { UsageError } from '@console/shared-kernel/command'
import { canary } from './releases'
import { wholeNumber, type Command } from '../service/command'
import { prune } from './site'
import { rollback } from './rollback'
import { team } from './service'

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

test.each<{ command: Command; values: Record<string, string>; words: string[]; message: string }>([
  {
    command: prune,
    values: { days: 'abc' },
    words: [],
    message: "--days must be a whole number from 0 to 99999, not 'abc'.",
  },
  {
    command: team,
    values: { days: 'abc' },
    words: ['token', 'x'],
    message: "--days must be a whole number from 1 to 3650, not 'abc'.",
  },
  {
    command: team,
    values: { days: '1' },
    words: ['set', 'x'],
    message: "Give what the team owns from now on; --owns '' means nothing.",
  },
  {
    command: rollback,
    values: { ...CHANGE, to: '0' },
    words: [],
    message: "--to must be a whole number from 1 to 999999, not '0'.",
  },
  {
    command: canary,
    values: { ...CHANGE, percent: 'abc' },
    words: ['users@1'],
    message: "--percent must be a whole number from 0 to 100, not 'abc'.",
  },
])(
  '$command.name: an option that is missing or invalid is named ($#)',
  ({ command: { read }, values, words, message }) => {
    expect(() => read(values, words)).toThrow(new UsageError(message))
    expect(() => read(values, words)).toThrow(UsageError)
  },
)
