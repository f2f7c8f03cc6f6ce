import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { factorAttempt } from '../src/services/auth/factors/factors'
import { createLoginLimits, type LoginAttempt, type LoginLimits } from '../src/services/auth/loginLimits'
import { networkOf } from '@console/shared-kernel/schemas'
import { withDatabase } from '../testing/database'

let db: Db
let limits: LoginLimits
withDatabase((empty) => {
  db = empty
  limits = createLoginLimits(db, 900)
}, 1)

type Answer = 'wrong' | 'locked' | 'refused' | 'right'

const attempt = (name: string, address: string, isRight = false): Promise<Answer> =>
  attemptTo({ name, address }, isRight)

const attemptTo = (login: LoginAttempt, isRight: boolean): Promise<Answer> =>
  limits
    .attempt(login, async () => (isRight ? true : null))
    .then(
      (outcome): Answer => (outcome.found ? 'right' : outcome.locked ? 'locked' : 'wrong'),
      (error: { status?: number }): Answer => {
        if (error.status !== 429) throw error
        return 'refused'
      },
    )

const guess = async (name: string, addresses: readonly string[]) => {
  const counts: Partial<Record<Answer, number>> = {}
  for (const address of addresses) {
    const answer = await attempt(name, address)
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

const upTo = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('guesses from many networks of one IPv6 customer', () => {
  test('for one name are limited to 40 from a /56 and 160 from a /48', async () => {
    const one = upTo(60, (index) => `2001:db8:1:${index.toString(16)}::1`)
    expect(await guess('one', one)).toEqual({ wrong: 39, locked: 1, refused: 20 })
    const others = upTo(200, (index) => `2001:db8:1:${(index + 1).toString(16)}00::1`)
    expect(await guess('one', others)).toEqual({ wrong: 119, locked: 1, refused: 80 })
    expect(await guess('one', ['2001:db8:2::1'])).toEqual({ wrong: 1 })
    expect(await guess('other', ['2001:db8:1::1'])).toEqual({ wrong: 1 })
    // each attempt rewrites its rows, so they must stay short: a /48 may have 4,800 attempts in its window
    const { rows } = await sql<{ longest: number }>`
      select max(cardinality(attempts)) as longest from login_attempts where key ~ '/(56|48)'`.execute(db)
    expect(rows[0]?.longest).toBeLessThanOrEqual(16)
  })

  test('lock for the whole window, even when spread over minutes', async () => {
    const address = '2001:db8:5::1'
    const pass = (minutes: number) =>
      sql`update login_attempts set attempts = array(
        select t - ${minutes}::int * interval '1 minute' from unnest(attempts) t order by t desc)`.execute(db)
    // 40 from a /56, four a minute, each from a different /64
    for (let minute = 0; minute < 10; minute += 1) {
      await pass(1)
      const addresses = upTo(4, (index) => `2001:db8:5:${(minute * 4 + index).toString(16)}::1`)
      expect(await guess('later', addresses)).toEqual(minute < 9 ? { wrong: 4 } : { wrong: 3, locked: 1 })
    }
    await pass(13)
    expect(await attempt('later', address)).toBe('refused')
    await pass(2)
    expect(await attempt('later', address)).toBe('wrong')
  })

  test('for many names are limited to 1,200 from a /56', async () => {
    await sql`
      insert into login_attempts (kind, key, attempts)
      select 'address', '2001:db8:3:0::/56', array_agg(now()) from generate_series(1, 1198)`.execute(db)
    const addresses = upTo(4, (index) => `2001:db8:3:${index}::1`)
    const answers: Answer[] = []
    for (const [index, address] of addresses.entries()) answers.push(await attempt(`name ${index}`, address))
    expect(answers).toEqual(['wrong', 'locked', 'refused', 'refused'])
    expect(await attempt('further', '2001:db8:3:100::1')).toBe('wrong')
  })

  test('sent at once are counted exactly', async () => {
    const addresses = upTo(80, (index) => `2001:db8:4:${index.toString(16)}::1`)
    const answers = await Promise.all(addresses.map((address) => attempt('at once', address)))
    expect(answers.filter((answer) => answer !== 'refused')).toHaveLength(40)
  })
})

test('any sequence of attempts gets the answers that plain counters predict', async () => {
  const LIMITS = [
    [64, 10],
    [56, 40],
    [48, 160],
  ] as const
  const address = fc
    .tuple(fc.constantFrom('1', '2'), fc.constantFrom('', '1', '2'), fc.integer({ min: 0, max: 9 }))
    .map(([site, customer, network]) => `${site}:${customer}0${network}::1`)
  const steps = fc.array(
    fc.record({
      address,
      isRight: fc.constantFrom(...Array<boolean>(20).fill(false), true),
      times: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 20, maxLength: 40 },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      run += 1
      const counts = new Map<string, number>()
      for (const { address: end, isRight, times } of sequence) {
        const from = `2001:db8:${run.toString(16)}${end}`.replace('::1', '::5')
        const networks = LIMITS.map(([bits, limit]) => ({ key: networkOf(from, bits), limit }))
        for (let time = 0; time < times; time += 1) {
          const isFull = networks.some(({ key, limit }) => (counts.get(key) ?? 0) >= limit)
          const answer = await attempt(`run ${run}`, from, isRight)
          if (isFull) expect(answer).toBe('refused')
          else if (isRight) {
            expect(answer).toBe('right')
            counts.delete(networks[0]!.key)
          } else {
            for (const { key } of networks) counts.set(key, (counts.get(key) ?? 0) + 1)
            const locks = networks.some(({ key, limit }) => counts.get(key) === limit)
            expect(answer).toBe(locks ? 'locked' : 'wrong')
          }
        }
      }
    }),
    { numRuns: 3 },
  )
})

test('any sequence of codes gets the answers that plain counters predict: 50 wrong ones lock unknown networks', async () => {
  const guesses = fc.record({
    network: fc.integer({ min: 1, max: 20 }),
    isRight: fc.constantFrom(...Array<boolean>(20).fill(false), true),
    times: fc.integer({ min: 1, max: 9 }),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(guesses, { minLength: 20, maxLength: 40 }), async (sequence) => {
      run += 1
      await sql`delete from login_attempts`.execute(db)
      await sql`delete from login_addresses`.execute(db)
      const known = new Set<number>()
      const wrong = new Map<number, number>()
      let all = 0
      for (const { network, isRight, times } of sequence) {
        const address = `198.51.${run}.${network}`
        for (let time = 0; time < times; time += 1) {
          const here = wrong.get(network) ?? 0
          const answer = await attemptTo(factorAttempt(1, address), isRight)
          if (here >= 10 || (all >= 50 && !known.has(network))) expect(answer).toBe('refused')
          else if (isRight) {
            expect(answer).toBe('right')
            await limits.rememberAddress(1, address)
            known.add(network)
            wrong.delete(network)
          } else {
            expect(answer).toBe(here === 9 ? 'locked' : 'wrong')
            wrong.set(network, here + 1)
            all += 1
          }
        }
      }
    }),
    { numRuns: 5 },
  )
})
