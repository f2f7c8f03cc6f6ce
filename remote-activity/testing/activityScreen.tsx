import { beforeEach } from '@jest/globals'
import { within } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import ActivityScreen from '../src/features/activity/ActivityScreen'

/** Sets up a test file: the Activity screen of the Master, on a server with two rows. */
export function activityScreen() {
  const server = serverForTests()
  const MACHINE = '00000000-0000-4000-8000-000000000001'
  const credit = (id: number) => ({
    id,
    at: '2026-11-21T10:00:07.900Z',
    kind: 'machine.credit',
    actor: { userId: 2, userName: 'ana' },
    subject: { type: 'machine', userId: 6, machineId: MACHINE, name: `Slot ${id}` },
    before: { creditCents: 500 },
    after: { creditCents: 123450 },
  })
  const blocked = {
    id: 500,
    at: '2026-11-21T11:00:00Z',
    kind: 'user.update',
    actor: { userId: 1, userName: 'master' },
    subject: { type: 'user', userId: 6, name: 'client1' },
    before: { is_blocked: false },
    after: { is_blocked: true },
  }
  const people = [
    { userId: 1, userName: 'master', level: 1, parentUserId: null },
    { userId: 2, userName: 'ana', level: 2, parentUserId: 1 },
    { userId: 6, userName: 'client1', level: 6, parentUserId: 1 },
  ]
  const answer = (rows: object[], next: string | null = null) =>
    server().on('/api/activity', { body: { rows, next } })

  beforeEach(() => {
    server().on('/api/Users/all-hierarchy', { body: people })
    server().on('/api/Machines', { body: [{ idMachine: MACHINE, machineName: 'Slot 1', userId: 6 }] })
    server().on('/api/Games', { body: [{ id: 1, name: 'Fruit Fiesta', type: 'Slot', gameState: true }] })
    answer([blocked, credit(1)])
  })

  const show = (address = '/activity', viewer = aUser({ userId: 1, level: 1 })) =>
    renderAs(viewer, <ActivityScreen />, address)
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  const asked = () =>
    server()
      .calls.map(({ path }) => path)
      .filter((path) => path.startsWith('/api/activity'))
  return { server, MACHINE, credit, blocked, people, answer, show, cells, asked }
}
