import { useState, type ComponentType } from 'react'
import { screen } from '@testing-library/react'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { UsersPage } from './UsersPage'

/** Sets up a test file about the dialogs of one user's row, on a server with one user. */
export function rowDialogs() {
  const server = serverForTests()
  const viewer = aUser({ userId: 1, userName: 'me', level: 2 })
  const bea = { userId: 9, userName: 'bea', level: 6, countryId: 1, nameClient: 'Bea' }

  /** Renders the screen with its panel. */
  function show(users: object[] = [bea]) {
    server().on('/api/Users/children', { body: users })
    return renderAs(viewer, <UsersPage />)
  }
  /** Renders a dialog without the list, which takes most of the test time. */
  function openAlone(Dialog: ComponentType<{ user: User; onClose: () => void }>, fields: object = {}) {
    const user = normaliseUser({ ...bea, ...fields })!
    const Alone = () => {
      const [isOpen, setIsOpen] = useState(true)
      return isOpen && <Dialog user={user} onClose={() => setIsOpen(false)} />
    }
    return { ...renderAs(viewer, <Alone />), dialog: screen.getByRole('dialog') }
  }
  const press = (name: string) => screen.getByRole('button', { name })
  const made = (method: string) => server().calls.filter((call) => call.method === method)
  return { server, viewer, bea, show, openAlone, press, made }
}
