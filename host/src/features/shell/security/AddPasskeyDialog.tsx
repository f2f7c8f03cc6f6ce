import { useState } from 'react'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { FormDialog, usePasswordInput } from '@console/shared-kernel/form'
import { createPasskey } from '@console/shared-kernel/host'
import { addPasskey, failureText, readPasskeyOptions } from './api'

interface Props {
  /** True for the first factor. After that, the server asks for a factor instead. */
  needsPassword: boolean
  /** Receives recovery codes after the first factor. */
  onAdded: (recoveryCodes: string[]) => void
  onClose: () => void
}

const REJECTED = 'The passkey could not be added. Please try again.'

export function AddPasskeyDialog({ needsPassword, onAdded, onClose }: Props) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { type, endAdornment } = usePasswordInput('Current Password')

  const submit = async () => {
    setError(null)
    try {
      const options = await readPasskeyOptions(needsPassword ? password : undefined)
      onAdded(await addPasskey(name.trim(), await createPasskey(options)))
    } catch (failure) {
      setError(failureText(failure, REJECTED))
    }
  }
  return (
    <FormDialog
      title="Add a passkey"
      submitLabel="Add"
      maxWidth="xs"
      changed={name !== '' || password !== ''}
      canSubmit={name.trim() !== '' && (!needsPassword || password !== '')}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          helperText="Such as the device that it is on"
          autoFocus
          fullWidth
          slotProps={{ htmlInput: { maxLength: 64 } }}
        />
        {needsPassword && (
          <TextField
            label="Current Password"
            type={type}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            fullWidth
            slotProps={{ input: { endAdornment } }}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
