import { StrictMode, type ComponentType, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createBrowserRouter, NavLink, Outlet, RouterProvider } from 'react-router-dom'
import { connect, type Connection } from '../client/connect'
import { CurrentUserContext } from '../client/pageContext'
import { createQueryClient } from '../client/queryClient'
import { logout, sessionQuery, useSession } from '../client/session'
import type { RemoteDefinition } from '../release/defineRemote'
import { ConsoleProviders } from '../ui/ConsoleProviders'
import { useDialogHistory } from '../ui/dialogHistory'
import { SignInFields, useSignIn } from '../ui/signIn/SignInFields'
import { CentredSpinner, RetryAlert } from '../ui/stateViews'

export type { Connection }

/**
 * Runs a remote's screens without a host, for its own developers: a plain sign-in, the remote's routes,
 * and what every screen finds around it.
 *
 * @param screens the screens by their module name in the definition
 */
export function startAlone(
  remote: RemoteDefinition,
  screens: Record<string, ComponentType>,
  connection: Connection,
): void {
  connect(connection)
  const queryClient = createQueryClient()
  const router = createBrowserRouter([
    {
      element: <AuthGate remote={remote} />,
      children: remote.screens.map(({ path, module }) => ({ path, Component: screens[module] ?? null })),
    },
  ])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <ConsoleProviders queryClient={queryClient}>
        <RouterProvider router={router} />
      </ConsoleProviders>
    </StrictMode>,
  )
}

function AuthGate({ remote }: { remote: RemoteDefinition }) {
  useDialogHistory()
  const { token } = useSession()
  return token === null ? <SignIn name={remote.name} /> : <SignedIn token={token} remote={remote} />
}

function SignedIn({ token, remote }: { token: string; remote: RemoteDefinition }) {
  const { data: user, isError, refetch } = useQuery(sessionQuery(token))
  if (isError) return <RetryAlert message="Error de conexión" onRetry={() => void refetch()} />
  if (!user) return <CentredSpinner label="Checking session" fullPage />
  return (
    <CurrentUserContext value={user}>
      <Stack sx={{ height: '100vh' }}>
        <Toolbar variant="dense" sx={{ gap: 2, borderBottom: 1, borderColor: 'divider' }}>
          {remote.screens.map(({ path, title }) => (
            <NavLink key={path} to={path}>
              {title}
            </NavLink>
          ))}
          <Box sx={{ flexGrow: 1 }} />
          <Typography>{user.userName}</Typography>
          <Button onClick={logout}>Logout</Button>
        </Toolbar>
        <Box component="main" sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto' }}>
          <Outlet />
        </Box>
      </Stack>
    </CurrentUserContext>
  )
}

function SignIn({ name }: { name: string }) {
  const { busy, signIn, error } = useSignIn()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn(event.currentTarget)
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ maxWidth: 360, mx: 'auto', p: 3, gap: 2 }}>
      <Typography variant="h1">{`remote-${name}`}</Typography>
      <SignInFields error={error} />
      <Button type="submit" variant="contained" loading={busy}>
        Login
      </Button>
    </Stack>
  )
}
