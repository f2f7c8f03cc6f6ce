import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { call, get, login, logout } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api, people } = demoForTests()

const who = fc.nat({ max: 2 })
const nth = fc.nat({ max: 99 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign in' as const), who }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('read' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign out' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('block' as const), who, blocked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('new password' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
)

interface Session {
  token: string
  /** Index of the user in the chain; 0 is the top. */
  who: number
  ended: boolean
}

test('users stay signed in until something ends their session, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (sequence) => {
      const chain: UserResponse[] = [await people().create('distributor1', 5)]
      chain.push(await people().create(chain[0]!, 6), await people().create(chain[0]!, 7))
      const blocked = [false, false, false]
      const deleted = [false, false, false]
      const passwords = [PASSWORD, PASSWORD, PASSWORD]
      const sessions: Session[] = []
      const isOut = (user: number) => blocked[user]! || blocked[0]! || deleted[user]!
      const master = people().master
      const path = (user: number) => `/api/Users/${chain[user]!.userId}`
      for (const one of sequence) {
        if ('nth' in one) {
          const session = sessions[one.nth % sessions.length]
          if (!session) continue
          const { token } = session
          const isKnown = !session.ended && !isOut(session.who)
          if (one.kind === 'read') {
            const { status } = await get(`${api().url}/api/Users/current`, token)
            expect(status).toBe(isKnown ? 200 : 401)
          } else if (one.kind === 'write') {
            const body = { nameClient: 'Another' }
            const { status } = await call(api().url, `PUT ${path(session.who)}`, { token, body })
            expect(status).toBe(isKnown ? 200 : 401)
          } else {
            expect(await logout(api().url, token)).toBe(isKnown ? 204 : 401)
            session.ended ||= isKnown
          }
        } else if (one.kind === 'sign in') {
          if (isOut(one.who)) continue
          const { body } = await login(api().url, chain[one.who]!.userName, passwords[one.who])
          sessions.push({ token: body.token, who: one.who, ended: false })
        } else if (one.kind === 'delete') {
          if (deleted[2]) continue
          const { status } = await call(api().url, `DELETE ${path(2)}`, { token: master, body: {} })
          expect(status).toBe(204)
          deleted[2] = true
        } else {
          if (deleted[one.who]) continue
          const password = `a password of ${Math.random()}`
          const body = one.kind === 'block' ? { isBlocked: one.blocked } : { password }
          expect((await call(api().url, `PUT ${path(one.who)}`, { token: master, body })).status).toBe(200)
          if (one.kind === 'block') blocked[one.who] = one.blocked
          else {
            passwords[one.who] = password
            for (const session of sessions) session.ended ||= session.who === one.who
          }
        }
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
