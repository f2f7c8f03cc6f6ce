import { expect, test } from '@jest/globals'
import { TOTP } from 'otpauth'
import { newSecret, stepOf } from './codes'

const { bytes, shown } = newSecret("Siobhán O'Brien")
const NOW = 1_800_000_000_000
const codeAt = (ms: number): string =>
  new TOTP({ secret: shown.secret, digits: 6, period: 30 }).generate({ timestamp: ms })

test('the URI in the QR code names the product and the user, and contains the secret', () => {
  const uri = new URL(shown.uri)
  expect(decodeURIComponent(uri.pathname)).toContain("Info Center:Siobhán O'Brien")
  expect(uri.searchParams.get('secret')).toBe(shown.secret)
  expect(shown.secret).toMatch(/^[A-Z2-7]{32}$/)
})

test.each([
  [-60_000, null],
  [-30_000, -1],
  [0, 0],
  [30_000, 1],
  [60_000, null],
])('a code from %d ms from now matches step %p', (ms, step) => {
  const current = Math.floor(NOW / 30_000)
  expect(stepOf(bytes, codeAt(NOW + ms), NOW)).toBe(step === null ? null : current + step)
})

test('spaces in a code are ignored; anything other than six digits is wrong', () => {
  const code = codeAt(NOW)
  expect(stepOf(bytes, ` ${code.slice(0, 3)} ${code.slice(3)} `, NOW)).not.toBeNull()
  for (const wrong of ['', '12345', '1234567', '١٢٣٤٥٦', '-123456a', '1e5'])
    expect(stepOf(bytes, wrong, NOW)).toBeNull()
})
