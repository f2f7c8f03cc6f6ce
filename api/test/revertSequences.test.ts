import { beforeAll, describe, expect, test } from '@jest/globals'
import type { CreditResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import fc from 'fast-check'
import { expectClosedChain } from '../testing/creditChain'
import { call, tokenOf } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api, people } = demoForTests()

/** Operators at different levels above the machines. */
let tokens: readonly string[]
beforeAll(async () => {
  const names = ['subdistributor1', 'distributor1', 'admin1']
  tokens = [people().master, ...(await Promise.all(names.map((name) => tokenOf(api().url, name))))]
})

type Step = { by: number } & (
  | { kind: 'set' | 'add'; cents: number }
  /** How many changes to go back. */
  | { kind: 'revert'; back: number }
)

const by = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    by,
    kind: fc.constantFrom('set' as const, 'add' as const),
    cents: fc.integer({ min: 0, max: 9_999 }),
  }),
  fc.record({ by, kind: fc.constant('revert' as const), back: fc.nat({ max: 3 }) }),
)
const steps = fc.array(step, { minLength: 3, maxLength: 14 })

interface Done {
  status: number
  /** Undefined if the change was not made. */
  activityId: number | undefined
}

function send(machine: MachineRowResponse, one: Step, made: readonly number[]): Promise<Done> {
  const token = tokens[one.by]
  if (one.kind === 'revert') {
    const id = made.at(-1 - one.back) ?? 0
    return call<object>(api().url, `POST /api/activity/${id}/revert`, { token }).then(({ status }) => ({
      status,
      activityId: undefined,
    }))
  }
  const amount = one.cents / 100
  if (one.kind === 'set') {
    const row = `PUT /api/Machines/${machine.idMachine}/credit`
    return call<CreditResponse>(api().url, row, { token, body: { amount } }).then(({ status, body }) => ({
      status,
      activityId: body.activityId,
    }))
  }
  const items = [{ machineId: machine.idMachine, add: amount }]
  return call<{ results: [Done] }>(api().url, 'POST /api/Machines/bulk/credit', {
    token,
    body: { items },
  }).then(({ body }) => body.results[0])
}

const runs = { numRuns: process.env['CONSOLE_TEST_ALL'] ? 20 : 5 }

describe('random changes and reverts of credits by several operators', () => {
  test('one after the other: a revert succeeds exactly if no change has followed the reverted one', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { machine } = await people().createClient()
        /** Cents after each change, after the initial 0; and the changes whose ids are known. */
        const history = [0]
        const made: { id: number; at: number }[] = []
        for (const one of sequence) {
          const ids = made.map(({ id }) => id)
          const done = await send(machine, one, ids)
          const now = history.at(-1) ?? 0
          if (one.kind === 'revert') {
            const target = made.at(-1 - one.back)
            const isLast = target !== undefined && target.at === history.length - 1
            // an unknown row is 404 for the Master, 403 for other users
            expect(done.status).toBe(target === undefined ? (one.by === 0 ? 404 : 403) : isLast ? 200 : 409)
            if (isLast) history.push(history[target.at - 1] ?? 0)
            continue
          }
          expect(done.status).toBe(200)
          history.push(one.kind === 'set' ? one.cents : now + one.cents)
          made.push({ id: done.activityId!, at: history.length - 1 })
        }
        await expectClosedChain(api().url, people(), machine, history.length - 1)
        const [found] = await people().machinesOf(machine.userName)
        expect(found?.credit).toBe((history.at(-1) ?? 0) / 100)
      }),
      runs,
    )
  })

  test('all at once: no amount is lost, and each change has its row', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, others) => {
        const { machine } = await people().createClient()
        const ids: number[] = []
        let changes = 0
        for (const one of first.filter(({ kind }) => kind !== 'revert')) {
          ids.push((await send(machine, one, ids)).activityId!)
          changes += 1
        }
        const answers = await Promise.all(others.map((one) => send(machine, one, ids)))
        changes += answers.filter(({ status }) => status === 200).length
        const rows = await expectClosedChain(api().url, people(), machine, changes)
        for (const [index, one] of others.entries()) {
          const row = rows.find(({ id }) => id === answers[index]!.activityId)
          if (one.kind === 'add' && row)
            expect(row.after.creditCents - row.before.creditCents).toBe(one.cents)
        }
      }),
      runs,
    )
  })
})
