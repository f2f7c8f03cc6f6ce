import { expect, test } from '@jest/globals'
import { HttpError } from './httpError'
import { UserRateLimit } from './userRateLimit'

const BURST = 1_000

/** Seconds until a rejected change may be retried, or null if it is allowed. */
function rejection(limit: UserRateLimit, userId: number, now: number): number | null {
  try {
    limit.count(userId, now)
    return null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    expect([error.status, error.limit]).toEqual([429, 'changes'])
    return Number(error.headers['retry-after'])
  }
}

/** A limit of 6 changes per minute, one every 10 s, whose burst user 1 has used up at time 0. */
function usedUp(): UserRateLimit {
  const limit = new UserRateLimit({ perMinute: 6, burst: BURST, limit: 'changes' })
  for (let count = 0; count < BURST; count += 1) limit.count(1, 0)
  return limit
}

test('a rejection states when the next change is allowed, and it is allowed then', () => {
  const limit = usedUp()
  expect(rejection(limit, 1, 0)).toBe(10)
  expect(rejection(limit, 1, 4_000)).toBe(6)
  expect(rejection(limit, 1, 10_000)).toBeNull()
  expect(rejection(limit, 1, 10_000)).toBe(10)
})

test('a user who has reached the limit is remembered despite many other users', () => {
  const limit = usedUp()
  for (let userId = 2; userId <= BURST + 2; userId += 1) limit.count(userId, 0)
  expect(rejection(limit, 1, 0)).toBe(10)
})

test('no user gets more than one burst, however long ago the last change was', () => {
  const limit = usedUp()
  const later = 1e12
  for (let count = 0; count < BURST; count += 1) limit.count(1, later)
  expect(rejection(limit, 1, later)).toBe(10)
})

test('a check uses nothing up, and fails if the next change would be rejected', () => {
  const limit = usedUp()
  expect(() => limit.check(1, 0)).toThrow(HttpError)
  expect(limit.check(1, 25_000)).toBe(2.5)
  expect(limit.check(1, 25_000)).toBe(2.5)
})

test('without a limit nothing is rejected', () => {
  const limit = new UserRateLimit({ perMinute: 0, burst: BURST, limit: 'changes' })
  for (let count = 0; count < 2 * BURST; count += 1) expect(rejection(limit, 1, 0)).toBeNull()
})
