import { expect, test } from '@jest/globals'
import type { MachineRowResponse } from '@console/shared-kernel/schemas'
import fc from 'fast-check'
import { factorDemo } from '../testing/factorDemo'
import { enrol } from '../testing/factors'
import { call, tokenOf } from '../testing/http'

const { api, people, firstStep, secondStep } = factorDemo()

const LIMIT = 10_000
const session = fc.nat(1)
const machine = fc.nat(1)
/** Few amounts, so that sums come close to the limit. */
const amount = fc.constantFrom(0, 1, 2_500, 5_000, 9_999, 10_000)
const added = fc.constantFrom(-5_000, -1, 1, 2_500, 5_000)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), session, machine, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('bulk' as const), session, amounts: fc.tuple(amount, amount) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), session, amounts: fc.tuple(added, added) }),
  },
  // reverts the change that is `back` places before the last one
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revert' as const), session, back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prove' as const), session }) },
)

/** A Sub-Distributor with two sessions and two machines. */
async function newManager() {
  const user = await people().create('distributor1', 5)
  for (let count = 0; count < 2; count += 1) await people().create(user, 6)
  const { recoveryCodes, token } = await enrol(api().url, user)
  const id = await firstStep(user.userName)
  const other = await secondStep(id, { code: recoveryCodes.pop() })
  const { body } = await call<MachineRowResponse[]>(api().url, 'GET /api/Machines', { token })
  return {
    sessions: [token, other.body.token],
    machines: body.map(({ idMachine }) => idMachine),
    recoveryCodes,
  }
}

interface Made {
  machine: number
  from: number
  id: number
}

interface Result {
  status: number
  activityId?: number
}

test('credit changes in any order are accepted if they change nothing or their sum is small, otherwise with a proof in that session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { sessions, machines, recoveryCodes } = await newManager()
      const proved = [false, false]
      const credits = [0, 0]
      const changes: Made[] = []
      let sum = 0
      const isRejected = (weight: number, by: number) => weight > 0 && !proved[by] && sum + weight > LIMIT
      const change = (machine: number, next: number, id = 0): void => {
        const from = credits[machine]!
        changes.push({ machine, from, id })
        credits[machine] = next
        sum += Math.abs(next - from)
      }
      const distance = (machine: number, next: number) => Math.abs(next - credits[machine]!)
      for (const one of steps) {
        const token = sessions[one.session]!
        const send = (row: string, body: object) =>
          call<Result & { results: Result[] }>(api().url, row, { token, body })
        if (one.kind === 'prove') {
          const code = recoveryCodes.pop()
          if (code === undefined) continue
          expect((await send('POST /api/Auth/proof', { code })).status).toBe(200)
          proved[one.session] = true
        } else if (one.kind === 'set') {
          const { machine, amount: next } = one
          const rejected = isRejected(distance(machine, next), one.session)
          const answer = await send(`PUT /api/Machines/${machines[machine]}/credit`, { amount: next })
          expect(answer.status).toBe(rejected ? 403 : 200)
          if (!rejected) change(machine, next, answer.body.activityId)
        } else if (one.kind === 'revert') {
          const made = changes.at(-1 - one.back)
          if (!made?.id) continue
          const isStale = changes.findLast(({ machine }) => machine === made.machine) !== made
          const rejected = !isStale && isRejected(distance(made.machine, made.from), one.session)
          const answer = await send(`POST /api/activity/${made.id}/revert`, {})
          expect(answer.status).toBe(isStale ? 409 : rejected ? 403 : 200)
          // the answer does not contain the id of the revert itself
          if (answer.status === 200) change(made.machine, made.from)
        } else {
          const isSet = one.kind === 'bulk'
          const items = one.amounts.map((units, at) => ({
            machineId: machines[at],
            ...(isSet ? { amount: units } : { add: units }),
          }))
          const weights = one.amounts.map((units, at) => (isSet ? distance(at, units) : Math.abs(units)))
          const rejected = isRejected(weights[0]! + weights[1]!, one.session)
          const answer = await send('POST /api/Machines/bulk/credit', { items })
          expect(answer.status).toBe(rejected ? 403 : 200)
          if (rejected) continue
          one.amounts.forEach((units, at) => {
            const next = isSet ? units : credits[at]! + units
            const { status, activityId } = answer.body.results[at]!
            // a credit cannot be negative
            expect(status).toBe(next < 0 ? 400 : 200)
            if (next >= 0) change(at, next, activityId)
          })
        }
      }
      const { body } = await call<MachineRowResponse[]>(api().url, 'GET /api/Machines', {
        token: await masterToken(),
      })
      expect(machines.map((id) => body.find(({ idMachine }) => idMachine === id)?.credit)).toEqual(credits)
    }),
    { numRuns: process.env['CONSOLE_TEST_ALL'] ? 40 : 5 },
  )
}, 300_000)

let master: Promise<string> | undefined
const masterToken = (): Promise<string> => (master ??= tokenOf(api().url, 'master'))
