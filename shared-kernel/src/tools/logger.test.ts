import { fstatSync } from 'node:fs'
import { afterEach, expect, test } from '@jest/globals'
import { errorText } from './logger'

afterEach(() => void delete process.env['JOURNAL_STREAM'])

const TEXT = 'console-api: it cannot start\n\n    at main.ts\n'

test('in the journal, each line of an error has a priority', () => {
  const { dev, ino } = fstatSync(process.stderr.fd)
  process.env['JOURNAL_STREAM'] = `${dev}:${ino}`
  expect(errorText(TEXT)).toBe('<3>console-api: it cannot start\n\n<3>    at main.ts\n')
})

test.each([[undefined], [''], ['1:1']])('with JOURNAL_STREAM=%j (e.g. a parent’s), it has none', (stream) => {
  if (stream !== undefined) process.env['JOURNAL_STREAM'] = stream
  expect(errorText(TEXT)).toBe(TEXT)
})
