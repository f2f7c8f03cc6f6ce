import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { aUser, offerFeatures, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import type { ActivityOf } from '../../client/recentActivity'
import { useBlockReason } from './RecentActivity'

const server = serverForTests()
const PATH = '/api/activity'
const MACHINE: ActivityOf = { kind: 'machine', id: 'm1', version: 'true null' }
const USER: ActivityOf = { kind: 'user', id: 7, version: '3' }
const row = (kind: string, over: object) => ({ id: 3, at: '2026-11-21T14:35:00Z', kind, ...over })
const rename = row('user.update', { after: { name_client: 'Bea S.L.' }, reason: 'a new name' })
const block = row('user.update', { id: 2, after: { is_blocked: true }, reason: 'unpaid' })

const newEnd = row('user.update', { after: { blocked_until: '2126-11-30T07:00:00Z' } })

function Reason({ of, isBlocked }: { of: ActivityOf; isBlocked: boolean }) {
  return <p>{`Reason: ${useBlockReason(of, isBlocked)}`}</p>
}
const show = (of: ActivityOf, isBlocked = true) =>
  renderAs(aUser({ userId: 1, level: 1 }), <Reason of={of} isBlocked={isBlocked} />)
const reads = () =>
  server()
    .paths()
    .filter((path) => path.startsWith(PATH))

test.each([
  {
    title: 'of a machine comes from its last block',
    of: MACHINE,
    rows: [row('machine.block', { reason: 'repair' })],
    reason: 'repair',
  },
  {
    title: 'of a user comes from the last change to the block',
    of: USER,
    rows: [rename, block],
    reason: 'unpaid',
  },
  { title: 'survives a new end time without a reason', of: USER, rows: [newEnd, block], reason: 'unpaid' },
  {
    title: 'is null if it is missing or hidden from the viewer',
    of: MACHINE,
    rows: [row('machine.block', {})],
    reason: null,
  },
])('the reason for a block $title', async ({ of, rows, reason }) => {
  offerFeatures({ activity: {}, reason: {} })
  server().on(PATH, { body: { rows, next: null } })
  show(of)
  expect(await screen.findByText(`Reason: ${reason}`)).toBeVisible()
})

test('rows are requested for a machine, but not if nothing is blocked or the server has no reasons', async () => {
  server().on(PATH, { body: { rows: [row('machine.block', { reason: 'repair' })], next: null } })
  offerFeatures({ activity: {} })
  show(MACHINE).unmount()
  offerFeatures({ activity: {}, reason: {} })
  show(MACHINE, false).unmount()
  show(MACHINE)
  expect(await screen.findByText('Reason: repair')).toBeVisible()
  expect(reads()).toEqual([`${PATH}?machineId=m1&kind=machine.block&limit=50`])
})
