import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, jest, test } from '@jest/globals'
import { main } from './consoleDelivery'

const out = jest.spyOn(console, 'log').mockImplementation(() => undefined)
const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => void jest.clearAllMocks())

test('--help is what the README shows', async () => {
  expect(await main(['--help'])).toBe(0)
  const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8')
  expect(readme).toContain(`\n${String(out.mock.calls[0]?.[0])}\n`)
})

test.each<[string[], number, RegExp]>([
  [['launch'], 2, /^There is no command 'launch'/],
  [['promote', '--fast'], 2, /Unknown option '--fast'/],
  [['promote', '--env', 'staging'], 2, /^Something is missing/],
  [['status', '--env', '../staging', '--site', '/nowhere'], 1, /^There is no environment/],
])('%j is refused with code %i', async (words, code, message) => {
  expect(await main(words)).toBe(code)
  expect(String(errors.mock.calls[0]?.[0])).toMatch(message)
  expect(out).not.toHaveBeenCalled()
})

test('a reader that has gone away, as `head` does, is no error', () => {
  const command = join(__dirname, '..', 'bin', 'console-delivery.mjs')
  const { stderr, status } = spawnSync(
    'bash',
    ['-c', `set -o pipefail; "${process.execPath}" "${command}" --help | true`],
    { encoding: 'utf8' },
  )
  expect([stderr, status]).toEqual(['', 0])
})
