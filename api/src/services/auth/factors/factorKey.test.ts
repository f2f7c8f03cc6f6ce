import { expect, test } from '@jest/globals'
import { FactorKey } from './factorKey'

const key = new FactorKey('the key of the tests, of 32 bytes or more')
const secret = Buffer.from('twenty bytes of text')

test('a sealed secret opens again, and is never sealed alike', () => {
  const [one, other] = [key.seal(7, secret), key.seal(7, secret)]
  expect(one).not.toBe(other)
  expect(one).not.toContain(secret.toString('base64url'))
  expect([key.open(7, one), key.open(7, other)]).toEqual([secret, secret])
})

test('opens for no other user, with no other key, and not when a byte is another one', () => {
  const sealed = key.seal(7, secret)
  const otherKey = new FactorKey('another key of the tests, of 32 bytes or more')
  expect(() => key.open(8, sealed)).toThrow()
  expect(() => otherKey.open(7, sealed)).toThrow()
  const [nonce, tag, text = ''] = sealed.split('.')
  expect(() =>
    key.open(7, [nonce, tag, `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`].join('.')),
  ).toThrow()
  expect(otherKey.fingerprint).not.toBe(key.fingerprint)
})

test('without a key nothing is sealed', () => {
  const none = new FactorKey(null)
  expect([none.isSet, none.fingerprint]).toEqual([false, null])
  expect(() => none.seal(7, secret)).toThrow('FACTOR_KEY is not set')
})
