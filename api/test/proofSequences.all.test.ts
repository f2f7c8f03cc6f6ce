import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MachineRowResponse } from '@console/shared-kernel/schemas'
import fc from 'fast-check'
import { startDemoApi } from '../testing/demo'
import { enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, tokenOf } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import type { Api } from '../testing/server'

let api: Api
let people: People
beforeAll(async () => {
  api = await startDemoApi({ FACTOR_KEY })
  people = await meetPeople(api.url)
})
afterAll(() => api?.stop())

const LIMIT = 10_000
const session = fc.nat(1)
const machine = fc.nat(1)
/** Few amounts, so that sums come close to the limit. */
const amount = fc.constantFrom(0, 1, 2_500, 5_000, 9_999, 10_000)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), session, machine, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('bulk' as const), session, amounts: fc.tuple(amount, amount) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prove' as const), session }) },
)

/** A Sub-Distributor with two sessions and two machines. */
async function newManager() {
  const user = await people.create('distributor1', 5)
  for (let count = 0; count < 2; count += 1) await people.create(user, 6)
  const { recoveryCodes, token } = await enrol(api.url, user)
  const id = await firstStep(api.url, user.userName)
  const other = await secondStep(api.url, id, { code: recoveryCodes.pop() })
  const { body } = await call<MachineRowResponse[]>(api.url, 'GET /api/Machines', { token })
  return {
    sessions: [token, other.body.token],
    machines: body.map(({ idMachine }) => idMachine),
    recoveryCodes,
  }
}

test('changes of credit in any order are accepted while their sum is small or they change nothing, and then with a proof of that session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { sessions, machines, recoveryCodes } = await newManager()
      const proved = [false, false]
      const credits = [0, 0]
      let sum = 0
      const weigh = (
        changes: readonly (readonly [machine: number, amount: number])[],
        by: number,
      ): number => {
        const weight = changes.reduce((all, [at, next]) => all + Math.abs(next - credits[at]!), 0)
        if (weight > 0 && !proved[by] && sum + weight > LIMIT) return 403
        for (const [at, next] of changes) credits[at] = next
        sum += weight
        return 200
      }
      for (const one of steps) {
        const token = sessions[one.session]!
        if (one.kind === 'prove') {
          const code = recoveryCodes.pop()
          if (code === undefined) continue
          expect((await call(api.url, 'POST /api/Auth/proof', { token, body: { code } })).status).toBe(200)
          proved[one.session] = true
        } else if (one.kind === 'set') {
          const row = `PUT /api/Machines/${machines[one.machine]}/credit`
          const answer = await call(api.url, row, { token, body: { amount: one.amount } })
          expect(answer.status).toBe(weigh([[one.machine, one.amount]], one.session))
        } else {
          const items = one.amounts.map((next, at) => ({ machineId: machines[at], amount: next }))
          const answer = await call(api.url, 'POST /api/Machines/bulk/credit', { token, body: { items } })
          const changes = one.amounts.map((next, at) => [at, next] as const)
          expect(answer.status).toBe(weigh(changes, one.session))
        }
      }
      const { body } = await call<MachineRowResponse[]>(api.url, 'GET /api/Machines', {
        token: await masterToken(),
      })
      expect(machines.map((id) => body.find(({ idMachine }) => idMachine === id)?.credit)).toEqual(credits)
    }),
    { numRuns: process.env['CONSOLE_TEST_ALL'] ? 40 : 5 },
  )
}, 300_000)

let master: Promise<string> | undefined
const masterToken = (): Promise<string> => (master ??= tokenOf(api.url, 'master'))
