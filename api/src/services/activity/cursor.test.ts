import { expect, test } from '@jest/globals'
import { HttpError } from '../../httpError'
import { readCursor, writeCursor } from './cursor'

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

test.each([
  { microseconds: 0, id: 0 },
  { microseconds: 1_774_900_000_123_456, id: 42 },
  { microseconds: 9_007_199_254_740_991, id: 999_999_999_999_999 },
])('the position %j is read as it was written', (position) =>
  expect(readCursor(writeCursor(position))).toEqual(position),
)

test('a cursor needs no escaping in an address', () =>
  expect(writeCursor({ microseconds: 1_774_900_000_123_456, id: 42 })).toMatch(/^[\w-]+$/))

test.each([
  '',
  'x',
  '1',
  '1 ',
  ' 1',
  '1 2 3',
  '1 x',
  'x1 2',
  '1 2x',
  '-1 2',
  '12345678901234567 1',
  '1 1234567890123456',
])('%j is refused', (text) => {
  const read = () => readCursor(encoded(text))
  expect(read).toThrow(HttpError)
  expect(read).toThrow(
    expect.objectContaining({
      status: 400,
      details: { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista' }] },
    }),
  )
})
