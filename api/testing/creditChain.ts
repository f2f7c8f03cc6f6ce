import { expect } from '@jest/globals'
import type { ActivityResponse, ActivityRow, MachineRowResponse } from '@console/shared-kernel/schemas'
import { get } from './http'
import type { People } from './people'

interface Credit {
  creditCents: number
  version: number
}
type CreditRow = ActivityRow & { before: Credit; after: Credit }

/**
 * Expects each credit change of a new machine to start from the credit that the previous one left, the first
 * from zero, and the machine to have the credit that the last one left.
 *
 * @returns the changes, oldest first
 */
export async function expectClosedChain(
  url: string,
  people: People,
  machine: MachineRowResponse,
  changes: number,
): Promise<CreditRow[]> {
  const query = `machineId=${machine.idMachine}&kind=machine.credit&limit=500`
  const { body } = await get<ActivityResponse>(`${url}/api/activity?${query}`, people.master)
  const rows = [...body.rows].reverse() as CreditRow[]
  expect(rows).toHaveLength(changes)
  const atFirst = { creditCents: 0, version: 1 }
  expect(rows.map(({ before }) => before)).toEqual(
    rows.map((_, index) => (index === 0 ? atFirst : rows[index - 1]?.after)),
  )
  const last = rows.at(-1)?.after ?? atFirst
  expect((await people.machinesOf(machine.userName))[0]).toMatchObject({
    credit: last.creditCents / 100,
    creditVersion: String(last.version),
  })
  // a revert undoes exactly what its change did
  for (const { reverts, before, after } of rows) {
    const reverted = rows.find(({ id }) => id === reverts)
    if (reverted) expect([before, after.creditCents]).toEqual([reverted.after, reverted.before.creditCents])
  }
  return rows
}
