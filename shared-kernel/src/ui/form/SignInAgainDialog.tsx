import { useId, useState } from 'react'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { login, loginErrorStore } from '../../client/session'
import { useStore } from '../../client/store'
import { DialogForm } from './DialogForm'
import { useOneAtATime } from './useOneAtATime'

const EMPTY_FIELDS = 'Por favor, ingresa un nombre de usuario y contraseña.'

/**
 * The way back in over a screen whose form is not to be lost. It goes away by itself once somebody has
 * signed in, here or in another tab.
 *
 * @param onClose the user signs out instead, and the form is given up
 */
export function SignInAgainDialog({ userName, onClose }: { userName: string; onClose: () => void }) {
  const { busy, run } = useOneAtATime()
  const [incomplete, setIncomplete] = useState(false)
  const refusal = useStore(loginErrorStore)
  const titleId = useId()

  const submit = (element: HTMLFormElement) => {
    const form = new FormData(element)
    const [username, password] = [String(form.get('username')).trim(), String(form.get('password'))]
    const missing = username === '' || password === ''
    setIncomplete(missing)
    if (missing) loginErrorStore.set(null)
    else void run(() => login(username, password))
  }
  const error = incomplete ? EMPTY_FIELDS : refusal
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogForm onSubmit={submit}>
        <DialogTitle id={titleId}>Your session has ended</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography>Sign in again to go on. What you have typed is still there.</Typography>
            <TextField
              id="resume-username"
              name="username"
              label="Username"
              autoComplete="username"
              defaultValue={userName}
            />
            <TextField
              id="resume-password"
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              autoFocus
            />
            {error && (
              <Alert severity="error" role="alert">
                {error}
              </Alert>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Logout
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            Login
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
