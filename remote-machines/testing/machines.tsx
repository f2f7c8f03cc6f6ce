import { expect, jest } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { useOpened } from '@console/shared-kernel/view'
import { type Answer, aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { MachineConfigDialog } from '../src/features/machines/config/MachineConfigDialog'
import { CreditDialog } from '../src/features/machines/credit/CreditDialog'
import MachinesScreen from '../src/features/machines/MachinesScreen'
import MachinePanel from '../src/features/machines/panel/MachinePanel'

export const ID = '3f9c2a1b-0000-4000-8000-000000000001'

/** A machine as the API sends it. */
export const SLOT = {
  idMachine: ID,
  machineName: 'Slot 1',
  userName: 'bea',
  ownerBlocked: false,
  credit: 1234.5,
  creditVersion: '3',
}

/** The screen with what the address opens, as in the console. */
export function MachinesPage() {
  const { kind } = useOpened()
  return (
    <>
      <main>
        <MachinesScreen />
      </main>
      {kind === 'machine' && <MachinePanel />}
    </>
  )
}

/** Sets up a test file: renders the Machines screen, on a server with three machines and their owners. */
export function machinesForTests() {
  const server = serverForTests()
  const MACHINES = [
    { idMachine: 'a', userName: 'ana', userId: 6, ownerBlocked: true, isConnected: true, status: 'Online' },
    { idMachine: 'b', userName: 'bea', userId: 7, ownerBlocked: false, block: true, status: 'Offline' },
    {
      idMachine: 'c',
      userName: 'cleo',
      userId: 8,
      ownerBlocked: false,
      isConnected: true,
      block: true,
      status: 'Maintenance',
    },
  ]
  const USERS = [
    { userId: 5, userName: 'sub1', level: 5, parentUserId: 1 },
    { userId: 6, userName: 'ana', level: 6, parentUserId: 5 },
    { userId: 7, userName: 'bea', level: 6, parentUserId: 5 },
    { userId: 8, userName: 'cleo', level: 6, parentUserId: 1 },
  ]

  function show(
    address: string,
    {
      level = 1,
      machines = { body: MACHINES } as Answer,
      users = { body: USERS } as Answer,
      page = <MachinesScreen />,
    } = {},
  ) {
    server().on('/api/Machines', machines)
    server().on('/api/Users/all-hierarchy', users)
    return renderAs(aUser({ userId: 1, userName: 'me', level }), page, address)
  }
  const names = () =>
    [...document.querySelectorAll('tr[data-index] td:first-child')].map((cell) =>
      cell.textContent.slice(0, 3),
    )
  const count = () => screen.getByRole('status')
  const findCount = (text: string) => waitFor(() => expect(count()).toHaveTextContent(text))
  return { server, MACHINES, USERS, show, names, count, findCount }
}

/** A test file's server, and the credit dialog of its one machine. */
export function creditForTests() {
  const server = serverForTests()
  const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
  return {
    server,
    CREDIT: `/api/Machines/${ID}/credit`,
    /** Opens the dialog with the button in the machine's row. */
    async open(machine: object = SLOT) {
      server().on('/api/Machines', { body: [machine] })
      const shown = renderAs(viewer, <MachinesPage />, '/machines')
      await shown.user.click(await screen.findByRole('button', { name: /^Update Credit/ }))
      const field = await screen.findByLabelText('Credit Amount')
      return { ...shown, field }
    },
    /** Opens the dialog without the list, whose rendering takes most of the time. */
    openAlone(wire: object = SLOT) {
      const onClose = jest.fn()
      const [machine] = normaliseMachines([wire])
      const shown = renderAs(viewer, <CreditDialog machine={machine!} onClose={onClose} />, '/machines')
      return { ...shown, onClose, field: screen.getByLabelText('Credit Amount') }
    },
  }
}

/** A test file's server, and the configuration dialog of one machine. */
export function configForTests() {
  const server = serverForTests()
  const CONFIG = `/api/Machines/${ID}/config`
  const GAMES = '/api/Machines/available-games'
  const games = [
    { id: 3, name: 'Fruit', type: 'Slot' },
    { id: 10, name: 'Bingo 90', type: 'Bingo' },
    { id: 12, name: 'Hold em', type: 'Poker' },
  ]

  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
  const tab = (name: string) => screen.findByRole('tab', { name })
  const save = () => screen.getByRole('button', { name: 'Save' })
  /** Opens the dialog; the test has already set the server's answers. */
  function open(id = ID) {
    const onClose = jest.fn()
    const [machine] = normaliseMachines([{ id, machineName: 'Slot 1', userName: 'bea' }])
    const dialog = <MachineConfigDialog machine={machine!} onClose={onClose} />
    return { onClose, ...renderAs(aUser({ level: 1 }), dialog, '/machines') }
  }

  /** Opens the dialog after setting the configuration and games on the server. */
  function show(config: unknown = {}, id = ID) {
    server().on(CONFIG, ({ method }) => ({ body: method === 'GET' ? config : {} }))
    server().on(GAMES, { body: games })
    return open(id)
  }

  const sent = () => JSON.parse(server().writes()[0]!.body) as Record<string, unknown>
  return { server, open, show, sent, CONFIG, GAMES, games, field, tab, save }
}
