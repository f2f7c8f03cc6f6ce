import { expect, jest, test } from '@jest/globals'
import { run } from './start'

test('npm start -- --help prints its options and variables, and starts nothing', async () => {
  const print = jest.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await run(['--help', '--huge'])).toBe(0)
  expect(print.mock.calls).toHaveLength(1)
  for (const word of ['--large', '--help', 'PORT=4000', 'DATA_DIR', 'LOG_LEVEL'])
    expect(print.mock.calls[0]![0]).toContain(word)
})

test('an unknown option is rejected with the list of options', () =>
  expect(run(['--huge'])).rejects.toThrow(/^Unknown option '--huge'[^]*\n {2}--large /))
