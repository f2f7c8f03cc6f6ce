import { describe, expect, test } from '@jest/globals'
import { decodeToken, timeLeft } from './model'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (header: unknown, claims: unknown, signature = 'sig') =>
  `${part(header)}.${part(claims)}.${signature}`

const HEADER = { alg: 'HS256', typ: 'JWT' }
const CLAIMS = { sub: '7', name: 'Núñez 漢字 😀', iat: 1, exp: 2 }

describe('a decoded token', () => {
  test.each([
    ['as it is', jwt(HEADER, CLAIMS)],
    ['pasted with blanks around it', `\n ${jwt(HEADER, CLAIMS)} \n`],
    ['without a signature', jwt(HEADER, CLAIMS, '')],
  ])('%s', (_, token) => expect(decodeToken(token)).toEqual({ header: HEADER, claims: CLAIMS }))

  test.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['two parts', `${part(HEADER)}.${part(CLAIMS)}`],
    ['four parts', `${jwt(HEADER, CLAIMS)}.x`],
    ['three words', 'a.b.c'],
    ['three dots', '..'],
    ['claims that are no object', jwt(HEADER, 5)],
    ['claims that are null', jwt(HEADER, null)],
    ['a header that is a text', jwt('x', CLAIMS)],
    ['a page', '<html>.</html>.'],
  ])('does not exist for %s', (_, token) => expect(decodeToken(token)).toBeNull())
})

describe('the remaining time', () => {
  const NOW = Date.parse('2026-11-21T10:00:00Z')
  test.each([
    [12 * 3600, '12 h 00 min 00 s'],
    [3600 + 60 + 3, '1 h 01 min 03 s'],
    [59, '0 h 00 min 59 s'],
    [1, '0 h 00 min 01 s'],
    [0.5, null],
    [0, null],
    [-1, null],
    [100 * 3600, '100 h 00 min 00 s'],
  ])('of %d s is %p', (seconds, expected) => expect(timeLeft(NOW / 1000 + seconds, NOW)).toBe(expected))
})
