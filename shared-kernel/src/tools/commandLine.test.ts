import { expect, jest, test } from '@jest/globals'
import { CommandError, explanationOf, readArguments, runProgram, UsageError } from './commandLine'

const options = { to: { type: 'string' } } as const

test('command options are parsed, and an unknown option is a usage error', () => {
  expect(readArguments({ args: ['--to', 'here'], options }).values.to).toBe('here')
  expect(() => readArguments({ args: ['--from', 'here'], options })).toThrow(UsageError)
  expect(() => readArguments({ args: ['here'], options })).toThrow(/Unexpected argument 'here'/)
})

test('each reason for an error is on its own line, and only an unexpected error shows its stack', () => {
  expect(explanationOf(new CommandError(['One.', 'Another.']))).toBe('One.\nAnother.')
  expect(explanationOf(new UsageError('--to is missing'))).toBe('--to is missing')
  expect(explanationOf(new TypeError('no function'))).toMatch(/^TypeError: no function\n +at /)
  expect(explanationOf('a text')).toBe('a text')
})

test.each<{ title: string; args: string[]; run: () => Promise<number | void>; code: number; text: string }>([
  { title: 'nothing', args: [], run: () => Promise.resolve(), code: 0, text: '' },
  { title: 'a code', args: [], run: () => Promise.resolve(3), code: 3, text: '' },
  { title: '--help', args: ['--help'], run: () => Promise.resolve(3), code: 0, text: 'Usage: it' },
  {
    title: 'a usage error',
    args: [],
    run: () => Promise.reject(new UsageError('No file.')),
    code: 2,
    text: 'No file.\n\nUsage: it',
  },
  {
    title: 'another error',
    args: [],
    run: () => Promise.reject(new CommandError('A disk is full.')),
    code: 1,
    text: 'A disk is full.',
  },
])('a program ends with its exit code: $title', async ({ args, run, code, text }) => {
  const printed: string[] = []
  for (const kind of ['info', 'error'] as const)
    jest.spyOn(console, kind).mockImplementation((line: string) => void printed.push(line))
  expect(await runProgram({ args, usage: 'Usage: it', usageExitCode: 2 }, run)).toBe(code)
  expect(printed.join('\n')).toBe(text)
  jest.restoreAllMocks()
})
