import { jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { CreditDialog } from '../src/features/machines/credit/CreditDialog'
import { MachinesScreen } from '../src/features/machines/MachinesScreen'
import { ID, SLOT } from './machine'

export const CREDIT = `/api/Machines/${ID}/credit`

/** The server of a test file, and the dialog of its one machine. */
export function creditForTests() {
  const server = serverForTests()
  const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
  return {
    server,
    /** Over the list of machines, by the button of its row. */
    async open(machine: object = SLOT) {
      server().on('/api/Machines', { body: [machine] })
      const shown = renderAs(viewer, <MachinesScreen />, '/machines')
      await shown.user.click(await screen.findByRole('button', { name: /^Update Credit/ }))
      const field = await screen.findByLabelText('Credit Amount')
      return { ...shown, field }
    },
    /** Without the list, which takes most of the time. */
    openAlone(wire: object = SLOT) {
      const onClose = jest.fn()
      const [machine] = normaliseMachines([wire])
      const shown = renderAs(viewer, <CreditDialog machine={machine!} onClose={onClose} />, '/machines')
      return { ...shown, onClose, field: screen.getByLabelText('Credit Amount') }
    },
  }
}
