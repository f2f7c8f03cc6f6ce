import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'

interface Props {
  error: string | null
  /** Where it is known who signs in: then the password is what is asked for. */
  userName?: string
}

/** What a sign-in asks for, and what it was answered; password managers know the fields. */
export function SignInFields({ error, userName }: Props) {
  return (
    <>
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
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
    </>
  )
}
