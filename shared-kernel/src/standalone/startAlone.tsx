import { createElement, StrictMode, type ComponentType, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createBrowserRouter, NavLink, Outlet, RouterProvider } from 'react-router-dom'
import { connect, type Connection } from '../client/connect'
import { useNavigationGuard } from '../client/navigationGuard'
import { useOpened } from '../client/opened'
import { CurrentUserContext } from '../client/pageContext'
import { createQueryClient } from '../client/queryClient'
import { logout, sessionQuery, useSession } from '../client/session'
import { FORBIDDEN_ACTION, useDrop } from '../client/opened'
import type { RemoteDefinition } from '../release/defineRemote'
import { ConsoleProviders } from '../ui/ConsoleProviders'
import { UndoQuestion } from '../ui/form/UndoQuestion'
import { SignInFields, useSignIn } from '../ui/signIn/SignInFields'
import { CentredSpinner, RetryAlert } from '../ui/stateViews'

export type { Connection }

/**
 * Runs a remote's screens without a host, for its own developers: a plain sign-in, the remote's routes, and
 * the context that every screen expects.
 * @param modules screens and panels by their module name in the definition
 */
export function startAlone(
  remote: RemoteDefinition,
  modules: Record<string, ComponentType>,
  connection: Connection,
): void {
  connect(connection)
  const queryClient = createQueryClient()
  const router = createBrowserRouter([
    {
      element: <AuthGate remote={remote} modules={modules} />,
      children: remote.screens.map(({ path, module }) => ({ path, Component: modules[module] ?? null })),
    },
  ])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <ConsoleProviders queryClient={queryClient}>
        <RouterProvider router={router} />
        <UndoQuestion />
      </ConsoleProviders>
    </StrictMode>,
  )
}

interface Alone {
  remote: RemoteDefinition
  modules: Record<string, ComponentType>
}

function AuthGate(alone: Alone) {
  useNavigationGuard()
  const { token } = useSession()
  return token === null ? <SignIn name={alone.remote.name} /> : <SignedIn token={token} {...alone} />
}

function SignedIn({ token, remote, modules }: Alone & { token: string }) {
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
        <Stack direction="row" sx={{ flexGrow: 1, minHeight: 0 }}>
          <Box component="main" sx={{ flexGrow: 1, minWidth: 0, overflow: 'auto' }}>
            <Outlet />
          </Box>
          <Panel remote={remote} modules={modules} />
        </Stack>
      </Stack>
    </CurrentUserContext>
  )
}

/** The remote's own panel; those of other remotes are missing. */
function Panel({ remote: { panels = [] }, modules }: Alone) {
  const { kind, showsPanel } = useOpened()
  const panel = panels.find((one) => one.kind === kind)
  useDrop(kind !== null && !panel ? FORBIDDEN_ACTION : null)
  if (!panel) return null
  return (
    <Box
      component="aside"
      sx={{ display: showsPanel ? 'block' : 'none', width: 400, flexShrink: 0, borderLeft: 1 }}
    >
      {createElement(modules[panel.module]!)}
    </Box>
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
