import { expect, test } from '@jest/globals'
import { HttpError } from '../foundation/httpError'
import { cursorsOf } from './activity'

const ANA = { userId: 7 }
const ROWS = cursorsOf('rows', ANA)

const written = (text: string): string => Buffer.from(text).toString('base64url')

const expectRejection = (read: () => unknown): void => {
  expect(read).toThrow(HttpError)
  expect(read).toThrow(
    expect.objectContaining({
      status: 400,
      details: {
        errors: [{ path: 'cursor', message: 'No es un cursor de esta lista y de este usuario' }],
      },
    }),
  )
}

test.each([
  { time: 0, id: 0 },
  { time: -62_000_000_000_000, id: 1 },
  { time: 1_774_900_000_123_456, id: 42 },
  { time: 9_007_199_254_740_991, id: 999_999_999_999_999 },
])('the place %j is read as it was written', (place) => expect(ROWS.read(ROWS.write(place))).toEqual(place))

test('a cursor needs no escaping in an address', () =>
  expect(ROWS.write({ time: 1_774_900_000_123_456, id: 42 })).toMatch(/^[\w-]+$/))

test.each(['1 2', '-9007199254740991 0'])('%j is read', (text) =>
  expect(ROWS.read(written(`rows 7 ${text}`))).not.toBeNull(),
)

test.each([
  ...['', 'x', '1', '1 ', ' 1', '1 2 3', '1 x', 'x1 2', '1 2x'],
  ...['9007199254740992 1', '12345678901234567 1', '1 1234567890123456'],
])('%j is refused', (text) => expectRejection(() => ROWS.read(written(`rows 7 ${text}`))))

test.each(['rows 8 1 2', 'rows 71 2', 'row 7 1 2', 'rows  7 1 2', '7 1 2', '1 2', ''])(
  '%j, of another list or caller, is refused',
  (text) => expectRejection(() => ROWS.read(written(text))),
)
