import { useState } from 'react'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { FormDialog, usePasswordInput } from '@console/shared-kernel/form'
import { CodeSetup } from '@console/shared-kernel/host'
import { beginCodes, type CodeApp, confirmCodes, failureText } from './api'

interface Props {
  /** True for the first factor. After that, the server asks for a factor instead. */
  needsPassword: boolean
  /** Receives recovery codes after the first factor. */
  onAdded: (recoveryCodes: string[]) => void
  onClose: () => void
}

const REJECTED = 'The app could not be added. Please try again.'

/** Asks for the password first, then for the code of the app. */
export function AddCodesDialog({ needsPassword, onAdded, onClose }: Props) {
  const [app, setApp] = useState<CodeApp | null>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { type, endAdornment } = usePasswordInput('Current Password')

  const submit = async () => {
    setError(null)
    try {
      if (app) return onAdded(await confirmCodes(typed))
      setApp(await beginCodes(needsPassword ? typed : undefined))
      setTyped('')
    } catch (failure) {
      setError(failureText(failure, REJECTED))
    }
  }
  return (
    <FormDialog
      title="Add an authenticator app"
      submitLabel={app ? 'Add' : 'Continue'}
      maxWidth="xs"
      changed={app !== null}
      canSubmit={(!app && !needsPassword) || (app ? typed.trim() : typed) !== ''}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {app && <CodeSetup {...app} />}
        {app && (
          <TextField
            key="code"
            label="Code"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="one-time-code"
            helperText="The six digits that the app shows now"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
        {!app && needsPassword && (
          <TextField
            key="password"
            label="Current Password"
            type={type}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="current-password"
            autoFocus
            fullWidth
            slotProps={{ input: { endAdornment } }}
          />
        )}
        {!app && !needsPassword && 'You can use it besides the factors that you have.'}
      </Stack>
    </FormDialog>
  )
}
