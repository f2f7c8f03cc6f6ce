import { expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { machinesQuery } from '@console/shared-kernel/core'
import { latestCredit, outcomeOf, type Credit, type WriteOutcome } from './creditChange'

const versioned = (creditCents: number, version: number): Credit => ({
  creditCents,
  creditVersion: String(version),
})
const unversioned = (creditCents: number): Credit => ({ creditCents, creditVersion: null })

test.each<[string, number, Credit, Credit, WriteOutcome]>([
  ['the version stands still', 500, versioned(300, 1), versioned(300, 1), 'not saved'],
  ['the same amount at the same version', 300, versioned(300, 1), versioned(300, 1), 'not saved'],
  ['the amount is there at another version', 500, versioned(300, 1), versioned(500, 2), 'changed'],
  [
    'the amount was there before, and the version moved',
    300,
    versioned(300, 1),
    versioned(300, 2),
    'changed',
  ],
  ['another amount is there', 500, versioned(300, 1), versioned(700, 2), 'changed'],
  ['without versions, and nothing moved', 500, unversioned(300), unversioned(300), 'not saved'],
  ['without versions, and the amount is there', 500, unversioned(300), unversioned(500), 'saved'],
  [
    'without versions, and another amount is there',
    500,
    unversioned(300),
    unversioned(700),
    'changed by another',
  ],
])('the outcome of a change whose answer was lost: %s', (_, wanted, before, now, expected) =>
  expect(outcomeOf(wanted, before, now)).toBe(expected),
)

test('the latest credit of a machine comes from the list, which its row follows a moment later', () => {
  const client = new QueryClient()
  const [row] = normaliseMachines([{ idMachine: 'm1', credit: 1 }])
  expect(latestCredit(client, row!)).toBe(row)
  const rows = normaliseMachines([{ idMachine: 'other' }, { idMachine: 'm1', credit: 2 }])
  client.setQueryData(machinesQuery.queryKey, { rows } as never)
  expect(latestCredit(client, row!).creditCents).toBe(200)
})
