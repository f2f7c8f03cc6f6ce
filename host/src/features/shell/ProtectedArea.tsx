import { useState } from 'react'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import { CentredSpinner, lazyWithRetry } from '@console/shared-kernel/core'
import {
  CurrentUserContext,
  leaveSession,
  sessionQuery,
  useLiveLists,
  useSession,
} from '@console/shared-kernel/host'
import { FailedPage } from './FailedPage'
import { Shell, type ShellProps } from './Shell'

const SignInAgainDialog = lazyWithRetry(
  async () =>
    (await import(/* webpackChunkName: "kernel-form" */ '@console/shared-kernel/form')).SignInAgainDialog,
)

export function ProtectedArea(shell: ShellProps) {
  const { token, left, elsewhere, interrupted } = useSession()
  const { key, pathname, search } = useLocation()
  const sessionToken = token ?? interrupted?.token
  const [hadSession, setHadSession] = useState(false)
  if (sessionToken !== undefined && !hadSession) setHadSession(true)
  const signedOut = left
    ? elsewhere && { ended: 'elsewhere' }
    : { from: pathname + search, ...(hadSession && { ended: 'over' }) }
  // <Navigate> acts only on mount, and Back can return here before the login renders: the key remounts it
  if (sessionToken === undefined) return <Navigate key={key} to="/login" replace state={signedOut} />
  return (
    <>
      <SessionGate token={sessionToken}>
        <Shell {...shell} />
      </SessionGate>
      {interrupted && (
        <SignInAgainDialog userName={interrupted.user?.userName ?? ''} onClose={leaveSession} />
      )}
    </>
  )
}

function SessionGate({ token, children }: { token: string; children: React.ReactNode }) {
  useLiveLists()
  const { data: user, isLoadingError } = useQuery(sessionQuery(token))
  if (isLoadingError) return <ConnectionError />
  // null: the session was just cleared, and the redirect to the login follows
  if (!user) return <CentredSpinner label="Checking session" fullPage />
  return <CurrentUserContext value={user}>{children}</CurrentUserContext>
}

/** Shown if the server did not say who is signed in. The token is kept: the next load may succeed. */
function ConnectionError() {
  return (
    <FailedPage title="Error de conexión">
      <Typography sx={{ color: 'text.secondary' }}>Unable to fetch user data. Please try again.</Typography>
    </FailedPage>
  )
}
