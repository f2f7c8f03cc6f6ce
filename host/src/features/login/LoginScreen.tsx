import { type FormEvent, lazy, Suspense, useReducer, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import {
  currentConnection,
  Logo,
  PageTitle,
  SignInFields,
  useLoginLock,
  useSession,
  useSignIn,
  validateToken,
} from '@console/shared-kernel/host'

const PAGE: SxProps<Theme> = ({ palette }) => ({
  minHeight: '100vh',
  display: 'grid',
  placeItems: 'center',
  p: 2,
  backgroundImage: `radial-gradient(60vmax 40vmax at 15% 0, ${alpha(palette.primary.main, 0.22)}, transparent),
    radial-gradient(60vmax 40vmax at 90% 100%, ${alpha(palette.secondary.main, 0.22)}, transparent)`,
})

// not offered if its code does not load: the password also works
const PasskeySignIn = lazy(() =>
  import(/* webpackChunkName: "sign-in" */ './PasskeySignIn').catch(() => ({ default: () => null })),
)

const CHECKING = 'Verificando token…'

export function LoginScreen() {
  const { token } = useSession()
  const [tokenAtStart] = useState(token)
  const check = useTokenCheck(tokenAtStart)
  const { busy, signIn, error, variant } = useSignIn()
  const lockedSeconds = useLoginLock()
  const [listsPasskeys, listPasskeys] = useReducer(() => true, false)
  const { state } = useLocation()
  const reason = whySignedOut(state)
  // verified, or signed in since then, here or in another tab
  const signedIn = check.valid || (token !== null && token !== tokenAtStart)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn(event.currentTarget)
  }
  return (
    <Box component="main" sx={PAGE}>
      <PageTitle title="Login" />
      {signedIn && <Navigate to={returnPath(state)} replace />}
      <Paper elevation={0} variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
        <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
          <Logo size={48} sx={{ alignSelf: 'center' }} />
          <Typography variant="h1" sx={{ textAlign: 'center', mb: 1 }}>
            Login Info Center
          </Typography>
          {reason && <Typography role="status">{reason}</Typography>}
          <SignInFields error={error} listsPasskeys={listsPasskeys} />
          <Button
            type="submit"
            variant={variant}
            // until the next screen is loaded
            loading={busy || signedIn}
            disabled={lockedSeconds > 0}
            fullWidth
            sx={{ minHeight: 40 }}
          >
            Login
          </Button>
          <Suspense>
            {currentConnection().signInMethods && (
              <PasskeySignIn disabled={busy || signedIn} onOffered={listPasskeys} />
            )}
          </Suspense>
          <Stack role="log" aria-label="Status" sx={{ minHeight: 20 }}>
            {check.lines.map((line) => (
              <Typography key={line} variant="caption" sx={{ color: 'text.secondary' }}>
                {line}
              </Typography>
            ))}
          </Stack>
          <Button component={Link} to="/token-debug" size="small" sx={{ alignSelf: 'center' }}>
            Depurar token JWT
          </Button>
        </Stack>
      </Paper>
    </Box>
  )
}

/** Verifies the token found at the start. `lines` are for the status log. */
function useTokenCheck(token: string | null): { valid: boolean; lines: string[] } {
  const { data, isError } = useQuery({
    queryKey: ['validate', token],
    queryFn: ({ signal }) => validateToken(signal),
    enabled: token !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (token === null) return { valid: false, lines: ['No hay token almacenado.'] }
  if (isError) return { valid: false, lines: [CHECKING, 'Error al verificar el token.'] }
  if (data === undefined) return { valid: false, lines: [CHECKING] }
  return data
    ? { valid: true, lines: [CHECKING, 'Token válido, redirigiendo…'] }
    : { valid: false, lines: [CHECKING, 'Token inválido.'] }
}

/** The path from which the user was redirected. Only paths of this console are allowed. */
export function returnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && OWN_PATH.test(from) ? from : '/'
}

/** Excludes '//host' and its equivalents: browsers read a backslash as a slash, and ignore tabs and line breaks. */
const OWN_PATH = /^\/(?![\t\n\r]*[/\\])/

/** The message if a session of this page has ended. */
const whySignedOut = (state: unknown): string | null => {
  const ended = (state as { ended?: unknown } | null)?.ended
  if (ended === 'over') return 'Your session has ended. Sign in again to go on where you were.'
  return ended === 'elsewhere' ? 'You have signed out in another tab.' : null
}
