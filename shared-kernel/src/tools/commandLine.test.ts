import { expect, test } from '@jest/globals'
import { CommandError, explanationOf, readArguments, UsageError } from './commandLine'

const options = { to: { type: 'string' } } as const

test('the options of a command are read, and one that it does not have is a wrong usage', () => {
  expect(readArguments({ args: ['--to', 'here'], options }).values.to).toBe('here')
  expect(() => readArguments({ args: ['--from', 'here'], options })).toThrow(UsageError)
  expect(() => readArguments({ args: ['here'], options })).toThrow(/Unexpected argument 'here'/)
})

test('each reason of an error is a line, and only an unexpected error has a stack', () => {
  expect(explanationOf(new CommandError(['One.', 'Another.']))).toBe('One.\nAnother.')
  expect(explanationOf(new UsageError('--to is missing'))).toBe('--to is missing')
  expect(explanationOf(new TypeError('no function'))).toMatch(/^TypeError: no function\n +at /)
  expect(explanationOf('a text')).toBe('a text')
})
