import { screen } from '@testing-library/react'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing'
import { MachinesScreen } from '../src/features/machines/MachinesScreen'
import { ID, SLOT } from './machine'

export const CREDIT = `/api/Machines/${ID}/credit`

/** The server of a test file, and the dialog of its one machine. */
export function creditForTests() {
  const server = serverForTests()
  return {
    server,
    async open(machine: object = SLOT) {
      server().on('/api/Machines', { body: [machine] })
      const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
      const shown = renderAs(viewer, <MachinesScreen />, '/machines')
      await shown.user.click(await screen.findByRole('button', { name: /^Update Credit/ }))
      const field = await screen.findByLabelText('Credit Amount')
      return { ...shown, field }
    },
  }
}
