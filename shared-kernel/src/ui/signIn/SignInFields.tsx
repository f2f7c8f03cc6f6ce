import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { loginLockStore } from '../../client/session'
import { useLoginLock } from './useSignIn'

interface Props {
  error: string | null
  /** If given, only the password is asked for. */
  userName?: string
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Password managers know the fields. */
export function SignInFields({ error, userName }: Props) {
  const lockedSeconds = useLoginLock()
  return (
    <>
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
        // the lock applies only to the refused name
        onChange={() => loginLockStore.set(null)}
        defaultValue={userName}
        autoFocus={userName === undefined}
        fullWidth
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus={userName !== undefined}
        fullWidth
      />
      {error && (
        <Alert severity="error" role="alert">
          {error}
        </Alert>
      )}
      {lockedSeconds > 0 && (
        <Typography role="timer" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`Podrás volver a intentarlo en ${clock(lockedSeconds)}.`}
        </Typography>
      )}
    </>
  )
}
