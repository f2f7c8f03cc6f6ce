import { act, screen } from '@testing-library/react'
import type { QueryClient } from '@tanstack/react-query'
import { machinesQuery } from '@console/shared-kernel/core'
import { aUser, renderAs, serverForTests, mockWindowWidth } from '@console/shared-kernel/testing/page'
import { ID, MachinesPage, SLOT } from './machines'

const viewer = aUser({ userId: 1, userName: 'me', level: 1 })
const slot = {
  ...SLOT,
  userId: 5,
  profit: -50.25,
  status: 'Online',
  isConnected: true,
  location: 'Bar Sol',
}
const other = {
  ...slot,
  idMachine: 'x',
  machineName: 'Poker 2',
  credit: 7,
  block: true,
  isConnected: false,
}
const stranger = { ...slot, idMachine: 'y', machineName: 'Bingo', userId: 6, userName: 'ana' }
const OPEN = `/machines?open=machine:${ID}`
const UNKNOWN = 'This machine does not exist, or is not below you.'

const panel = () => screen.findByRole('region', { name: 'Slot 1' })
const address = () => decodeURIComponent(location.pathname + location.search)
const follow = (to: string) =>
  act(() => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
/** Makes the list look as if it had been read a minute ago. */
const grown = (client: QueryClient) =>
  act(() => client.setQueryData(machinesQuery.queryKey, (list) => list, { updatedAt: Date.now() - 60_000 }))

/** For a test file: renders the Machines screen with its panel, on a server with three machines. */
export function machinesWithPanel() {
  const server = serverForTests()

  function show(
    address = OPEN,
    { level = 1, machines = [slot, other, stranger] as unknown[], page = <MachinesPage /> } = {},
  ) {
    mockWindowWidth(1440)
    server().on('/api/Machines', { body: machines })
    return renderAs({ ...viewer, level }, page, address)
  }

  return { server, show, panel, address, follow, grown, viewer, slot, other, OPEN, UNKNOWN }
}
