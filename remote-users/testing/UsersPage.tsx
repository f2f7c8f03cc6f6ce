import { useOpened } from '@console/shared-kernel/view'
import UserPanel from '../src/features/users/panel/UserPanel'
import UsersScreen from '../src/features/users/UsersScreen'

/** The screen with the panel next to it, as the host shows them. */
export function UsersPage() {
  const { kind } = useOpened()
  return (
    <>
      <UsersScreen />
      {kind === 'user' && <UserPanel />}
    </>
  )
}
