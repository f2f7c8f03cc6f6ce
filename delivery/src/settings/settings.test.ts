import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { readSettings, VARIABLES } from './settings'

test('the settings have defaults, and an empty one counts as unset', () => {
  const defaults = {
    CONSOLE_SITE: '.',
    CONSOLE_DELIVERY_URL: null,
    CONSOLE_DELIVERY_TOKEN: null,
    VERIFY_SANDBOX: true,
  }
  expect(readSettings({ CONSOLE_SITE: '', VERIFY_SANDBOX: '' })).toEqual(defaults)
  expect(
    readSettings({ CONSOLE_DELIVERY_URL: 'https://delivery.example/x/', VERIFY_SANDBOX: 'off' }),
  ).toEqual({
    ...defaults,
    CONSOLE_DELIVERY_URL: 'https://delivery.example/x',
    VERIFY_SANDBOX: false,
  })
})

test('all mistakes are reported at once, without the token or a password', () => {
  const env = {
    CONSOLE_DELIVERY_URL: 'ftp://team:hidden@delivery.example',
    CONSOLE_DELIVERY_TOKEN: 'hidden',
    VERIFY_SANDBOX: 'no',
  }
  expect(() => readSettings(env)).toThrow(
    'Invalid settings:\n' +
      '  CONSOLE_DELIVERY_URL must be an address and must begin with http:// or https://\n' +
      "  VERIFY_SANDBOX is 'no': it must be on or off",
  )
})

test('the README lists every setting', () => {
  const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8')
  for (const name of Object.keys(VARIABLES.shape)) expect(readme).toContain(name)
})
