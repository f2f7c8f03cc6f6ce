import { useState, type FormEvent } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { PageTitle, SignInFields, useSession, useSignIn } from '@console/shared-kernel/core'
import { returnPath } from './model'
import { useTokenCheck } from './useTokenCheck'

export function LoginScreen() {
  const { token } = useSession()
  const [tokenAtStart] = useState(token)
  const check = useTokenCheck(tokenAtStart)
  const { busy, signIn, error } = useSignIn()
  const { state } = useLocation()
  // verified, or signed in since: here, or in another tab
  const signedIn = check.valid || (token !== null && token !== tokenAtStart)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn(event.currentTarget)
  }
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <PageTitle title="Login" />
      {signedIn && <Navigate to={returnPath(state)} replace />}
      <Paper elevation={0} variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
        <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
          <Typography variant="h1" sx={{ textAlign: 'center', mb: 1 }}>
            Login Info Center
          </Typography>
          <SignInFields error={error} />
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
