import { expect, jest, test } from '@jest/globals'
import { FactorKey } from './factorKey'

const warn = jest.fn()
const keyOf = (setting: string | null) => new FactorKey(setting, () => ({ warn }))
const key = keyOf('the key of the tests, of 32 bytes or more')
const secret = Buffer.from('twenty bytes of text')

test('a sealed secret can be opened, and sealing it twice gives different results', () => {
  const [one, other] = [key.seal(7, secret), key.seal(7, secret)]
  expect(one).not.toBe(other)
  expect(one).not.toContain(secret.toString('base64url'))
  expect([key.open(7, one), key.open(7, other)]).toEqual([secret, secret])
})

test('a secret does not open for another user, with another key, without a key or if altered; each failure is logged', () => {
  const sealed = key.seal(7, secret)
  const otherKey = keyOf('another key of the tests, of 32 bytes or more')
  const [nonce, tag, text = ''] = sealed.split('.')
  const changed = [nonce, tag, `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`].join('.')
  const opened = [
    key.open(8, sealed),
    otherKey.open(7, sealed),
    keyOf(null).open(7, sealed),
    key.open(7, changed),
  ]
  expect(opened).toEqual([null, null, null, null])
  expect(warn).toHaveBeenCalledTimes(4)
  expect(otherKey.fingerprint).not.toBe(key.fingerprint)
})

test('without a key nothing is sealed', () => {
  const none = keyOf(null)
  expect([none.isSet, none.fingerprint]).toEqual([false, null])
  expect(() => none.seal(7, secret)).toThrow('FACTOR_KEY is not set')
})
