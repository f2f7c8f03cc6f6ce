import { expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { CallError } from '@console/shared-kernel/core'
import { serverForTests } from '@console/shared-kernel/testing/page'
import { blockCalls } from './bulkCalls'

const server = serverForTests()

const UNTIL = '2026-11-30T07:00:00.000Z'
const machines = normaliseMachines([{ idMachine: 'a', version: '4' }, { idMachine: 'b' }])

test.each([
  ['with an end', true, { until: UNTIL }, { version: '4' }],
  ['with a reason', true, { reason: 'repair' }, { version: '4' }],
  ['without either, which keeps the end of any block', true, {}, {}],
  ['that are lifted', false, { reason: 'repaired' }, {}],
] as const)('blocks %s', (_, blocked, shared, version) =>
  expect(blockCalls(blocked, shared, new QueryClient()).bodyOf(machines)).toEqual({
    items: [
      { machineId: 'a', blocked, ...version },
      { machineId: 'b', blocked },
    ],
    ...shared,
  }),
)

test.each([
  ['with its end and reason', { until: UNTIL, reason: 'repair' }, '"4"'],
  ['without either', {}, undefined],
])('blocks a single machine %s', async (_, shared, version) => {
  const [machine] = normaliseMachines([{ idMachine: 'a', version: '4', creditVersion: '1' }])
  server().on('/api/Machines/a/toggle-block', { body: { blocked: true } })
  await blockCalls(true, shared, new QueryClient()).single(machine!, 'key')
  const { body, headers } = server().writes()[0]!
  expect(JSON.parse(body)).toEqual({ blocked: true, ...shared })
  expect(headers['if-match']).toBe(version)
})

test.each([
  [{ block: true, blockedUntil: UNTIL }, /^Blocked meanwhile, until .+\. Changed by olga\.$/],
  [{ block: true }, /^Blocked meanwhile, no end\. Changed by olga\.$/],
  [{ block: false }, /^La máquina ha cambiado entretanto$/],
])('the message for a machine that is now %j', (current, text) => {
  const rejection = new CallError('La máquina ha cambiado entretanto', { changedBy: 'olga', current })
  expect(blockCalls(true, { until: UNTIL }, new QueryClient()).refusalText!(rejection)).toMatch(text)
})
