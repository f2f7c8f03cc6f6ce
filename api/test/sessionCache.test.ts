import { describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { SessionCache } from '../src/services/auth/sessionCache'
import { get, login } from '../testing/http'
import { demoForTests } from '../testing/people'

const TOKEN = 'a token'
const LATER = new Date(8.64e15)

describe('a cached session', () => {
  /** A cache on a database that counts its changes; a user's level is the count at the time of the read. */
  const setUp = () => {
    let now = 0
    const cache = new SessionCache(() => now)
    const changedAt = [0]
    const sessionNow = (expiresAt = LATER) => ({
      user: { userId: 7, sessionId: 'a session', level: changedAt.length - 1, path: '' },
      expiresAt,
    })
    return {
      cache,
      changedAt,
      sessionNow,
      now: () => now,
      wait: (ms: number) => void (now += ms),
      change: () => void changedAt.push(now),
    }
  }

  /** @returns the level, and whether the database was asked */
  const find = async ({ cache, sessionNow }: ReturnType<typeof setUp>) => {
    let asked = false
    const user = await cache.find(TOKEN, async () => {
      asked = true
      return sessionNow()
    })
    return { level: user?.level, asked }
  }

  test('is kept for one second while the process listens for notifications', async () => {
    const setting = setUp()
    setting.cache.onListening()
    expect((await find(setting)).asked).toBe(true)
    setting.wait(999)
    expect((await find(setting)).asked).toBe(false)
    setting.wait(1)
    expect((await find(setting)).asked).toBe(true)
  })

  test('is never returned for another token, and a token without a session is not cached', async () => {
    const { cache, sessionNow } = setUp()
    cache.onListening()
    await cache.find(TOKEN, async () => sessionNow())
    expect(await cache.find('another', async () => null)).toBeNull()
    expect(await cache.find('another', async () => sessionNow())).toEqual(sessionNow().user)
  })

  test('is not used after it has expired', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] })
    try {
      const setting = setUp()
      const { cache, sessionNow } = setting
      cache.onListening()
      const session = sessionNow(new Date(Date.now() + 500))
      const find = () => cache.find(TOKEN, async () => null)
      await cache.find(TOKEN, async () => session)
      jest.setSystemTime(Date.now() + 499)
      expect(await find()).toEqual(session.user)
      jest.setSystemTime(Date.now() + 1)
      expect(await find()).toBeNull()
    } finally {
      jest.useRealTimers()
    }
  })

  const KINDS = ['ask', 'look', 'answer', 'change', 'notify', 'wait', 'lose', 'listen'] as const
  const MANY_OF = KINDS.slice(0, 5)
  const kind = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...MANY_OF) },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  )
  const steps = fc.array(fc.record({ kind, pick: fc.nat({ max: 999 }) }), { maxLength: 60, size: 'max' })

  test('is never older than the last notification or one second, and is not used without notifications', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const setting = setUp()
        const { cache, changedAt, sessionNow } = setting
        type Read = { seen: ReturnType<typeof sessionNow> | null; answer: (value: never) => void }
        const reads: Read[] = []
        let [notified, listening] = [0, true]
        cache.onListening()
        const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]
        for (const { kind, pick: index } of sequence) {
          if (kind === 'ask') {
            let fresh = false
            const found = cache.find(TOKEN, () => {
              fresh = true
              return new Promise((answer) => reads.push({ seen: null, answer }))
            })
            if (!fresh) {
              const { level } = (await found)!
              expect(listening).toBe(true)
              expect(level).toBeGreaterThanOrEqual(notified)
              expect(setting.now() - (changedAt[level + 1] ?? setting.now())).toBeLessThan(1000)
            }
          }
          if (kind === 'look') {
            const read = pick(
              reads.filter(({ seen }) => !seen),
              index,
            )
            if (read) read.seen = sessionNow()
          }
          if (kind === 'answer') {
            const read = pick(
              reads.filter(({ seen }) => seen),
              index,
            )
            if (read) {
              reads.splice(reads.indexOf(read), 1)
              read.answer(read.seen as never)
              await new Promise(setImmediate)
            }
          }
          if (kind === 'change') setting.change()
          if (kind === 'wait') setting.wait(index)
          if (kind === 'notify' && listening) {
            cache.onNotified()
            notified = changedAt.length - 1
          }
          if (kind === 'lose') {
            cache.onLost()
            listening = false
          }
          if (kind === 'listen') {
            cache.onListening()
            ;[notified, listening] = [changedAt.length - 1, true]
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

const { api } = demoForTests()
test('a cached session is not found by its token with another signature', async () => {
  const { body } = await login(api().url, 'client1')
  const statusOf = async (token: string) => (await get(`${api().url}/api/Users/current`, token)).status
  expect(await statusOf(body.token)).toBe(200)
  const [head, claims, signature = ''] = body.token.split('.')
  const other = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  expect(await statusOf([head, claims, other].join('.'))).toBe(401)
  expect(await statusOf(body.token)).toBe(200)
})
