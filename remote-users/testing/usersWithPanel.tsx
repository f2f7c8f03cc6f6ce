import { act, screen } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import { type Answer, aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen } from '@console/shared-kernel/view'
import { UsersPage } from './UsersPage'

const admin = { userId: 2, userName: 'admin', level: 2, numeroMaquinas: 3 }
const bea = {
  userId: 9,
  userName: 'bea',
  level: 6,
  parentUserId: 5,
  treeUserNamesCreators: 'me/admin/dad/bea',
  countryName: 'Spain',
  dateCreation: '2026-01-02T03:04:05Z',
  numeroMaquinas: 2,
}
const dad = {
  userId: 5,
  userName: 'dad',
  level: 5,
  parentUserId: 2,
  isBlocked: true,
  numeroMaquinas: 2,
}
const MACHINES = [
  { idMachine: 'm1', machineName: 'Slot 1', userId: 9, userName: 'bea', credit: 10.5 },
  { idMachine: 'm2', machineName: 'Slot 2', userId: 9, userName: 'bea', credit: 0, block: true },
  { idMachine: 'm3', machineName: 'Slot 3', userId: 8, userName: 'cle', credit: 7 },
]

const UNKNOWN = 'This user does not exist, or is not below you.'

const panel = (name: string) => screen.findByRole('region', { name })
const address = () => decodeURIComponent(location.search)
const dialog = (name: string) => screen.findByRole('dialog', { name })

/** Sets up a test file: renders the Users screen with its panel, on a server with three users. */
export function usersWithPanel() {
  const server = serverForTests()
  /** The page's current functions for opening and closing panels and dialogs. */
  const functions = {} as OpenFunctions & CloseFunctions

  function show(address: string, { users = { body: [admin, dad, bea] } as Answer, level = 1 } = {}) {
    server().on(level === 1 ? '/api/Users/all-hierarchy' : '/api/Users/children', users)
    server().on('/api/Users/countries', { body: [{ id: 1, name: 'Spain' }] })
    server().on('/api/Machines', { body: MACHINES })
    const viewer = aUser({ userId: 1, userName: 'me', level })
    const page = (
      <>
        <UsersPage />
        <Functions />
      </>
    )
    return { viewer, ...renderAs(viewer, page, address) }
  }
  function Functions() {
    Object.assign(functions, useOpen(), useClose())
    return null
  }

  const listAgain = async ({ viewer, queryClient }: ReturnType<typeof show>, body: object[]) => {
    server().on('/api/Users/all-hierarchy', { body })
    await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
  }
  return {
    ...{ server, functions, show, panel, address, dialog, listAgain },
    ...{ admin, bea, dad, MACHINES, UNKNOWN },
  }
}
