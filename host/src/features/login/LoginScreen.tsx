import { useEffect, useState, type FormEvent } from 'react'
import {
  Alert,
  Box,
  Button,
  Link,
  login,
  loginErrorStore,
  Navigate,
  Paper,
  Stack,
  TextField,
  Typography,
  useLocation,
  useSession,
  useStore,
} from '@console/shared-kernel/core'
import { returnPath } from './model'
import { useTokenCheck } from './useTokenCheck'

const EMPTY_FIELDS = 'Por favor, ingresa un nombre de usuario y contraseña.'

export function LoginScreen() {
  const { token } = useSession()
  const [tokenAtStart] = useState(token)
  const check = useTokenCheck(tokenAtStart)
  const [incomplete, setIncomplete] = useState(false)
  const [busy, setBusy] = useState(false)
  const refusal = useStore(loginErrorStore)
  const { state } = useLocation()

  // a refusal belongs to this visit of the screen
  useEffect(() => () => loginErrorStore.set(null), [])

  // verified, or signed in since: here, or in another tab
  if (check.valid || (token !== null && token !== tokenAtStart))
    return <Navigate to={returnPath(state)} replace />

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const [username, password] = [String(form.get('username')).trim(), String(form.get('password'))]
    const missing = username === '' || password === ''
    setIncomplete(missing)
    if (missing) return loginErrorStore.set(null)
    setBusy(true)
    await login(username, password)
    setBusy(false)
  }

  const error = incomplete ? EMPTY_FIELDS : refusal
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <title>Login · Admin Console</title>
      <Paper elevation={0} variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
        <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 2.5 }}>
          <Typography variant="h1" sx={{ textAlign: 'center', mb: 1 }}>
            Login Info Center
          </Typography>
          <TextField
            id="username"
            name="username"
            label="Username"
            autoComplete="username"
            autoFocus
            fullWidth
          />
          <TextField
            id="password"
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            fullWidth
          />
          {error && (
            <Alert severity="error" role="alert">
              {error}
            </Alert>
          )}
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
            Login
          </Button>
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
