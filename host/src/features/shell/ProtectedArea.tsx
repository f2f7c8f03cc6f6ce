import type { ReactNode } from 'react'
import {
  CentredSpinner,
  CurrentUserContext,
  Navigate,
  sessionQuery,
  useLocation,
  useQuery,
  useSession,
} from '@console/shared-kernel/core'
import { ConnectionError } from './ConnectionError'
import type { NavEntry } from './model'
import { Shell } from './Shell'

interface Props {
  navigation: NavEntry[]
  children: ReactNode
}

/** The door: nothing behind it is drawn before the server has said who is there. */
export function ProtectedArea({ navigation, children }: Props) {
  const { token, left } = useSession()
  const { pathname, search } = useLocation()
  if (token === null)
    return <Navigate to="/login" replace state={left ? undefined : { from: pathname + search }} />
  return (
    <Checked token={token}>
      <Shell navigation={navigation}>{children}</Shell>
    </Checked>
  )
}

function Checked({ token, children }: { token: string; children: ReactNode }) {
  const { data: user, isError } = useQuery(sessionQuery(token))
  if (isError) return <ConnectionError />
  // null: the session has just been cleared, and the way to the login follows
  if (!user) return <CentredSpinner label="Checking session" fullPage />
  return <CurrentUserContext value={user}>{children}</CurrentUserContext>
}
