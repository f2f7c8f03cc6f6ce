import { useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { FormDialog } from '@console/shared-kernel/form'
import {
  answerPasskey,
  canUsePasskeys,
  codeHelp,
  NO_PASSKEYS_HERE,
  usePasskeyFlight,
} from '@console/shared-kernel/host'
import { readProofOptions, sendProof } from './api'
import { failureText } from './failureText'

const REFUSED = 'That could not be confirmed. Please try again.'

const ANY = 'This change needs your second factor.'
const ONE = 'This change needs the factor that it removes, or a recovery code.'
const ONLY_ONE =
  'This change needs the factor that it removes. If you no longer have it, get new recovery codes first.'

/** How a change can be proved, as its rejection says. */
export interface ProofNeeded {
  methods: readonly string[]
  /** The only one that counts besides recovery codes; undefined where any of the user's factors does. */
  factor?: string | undefined
}

interface Props {
  needed: ProofNeeded
  /** Called when the server has accepted the proof. */
  onProved: () => void
  onClose: () => void
}

/** Opens over any form, which stays as it is. */
export function ProofDialog({ needed, onProved, onClose }: Props) {
  const { methods, factor } = needed
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = usePasskeyFlight()
  const takesCode = methods.includes('totp') || methods.includes('recovery')
  const takesPasskey = methods.includes('passkey') && canUsePasskeys()

  const prove = async (send: () => Promise<void>) => {
    setError(null)
    try {
      await send()
      onProved()
    } catch (failure) {
      setError(failureText(failure, REFUSED))
    }
  }
  const provePasskey = (signal: AbortSignal) =>
    prove(async () =>
      sendProof({ passkey: await answerPasskey(await readProofOptions(factor), signal) }, factor),
    )
  const submit = async () => {
    if (code.trim() === '') return setError('Enter the code.')
    await prove(() => sendProof({ code: code.trim() }, factor))
  }
  const ofOne = methods.includes('recovery') ? ONE : ONLY_ONE
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel="Confirm"
      maxWidth="xs"
      changed={false}
      canSubmit={takesCode && !busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{factor === undefined ? ANY : ofOne}</Typography>
        {takesCode && (
          <TextField
            label="Code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="one-time-code"
            autoFocus
            fullWidth
            helperText={codeHelp(methods)}
          />
        )}
        {!takesCode && !takesPasskey && <Typography>{NO_PASSKEYS_HERE}</Typography>}
        {takesPasskey && (
          <Button variant="outlined" loading={busy} onClick={() => run(provePasskey)}>
            Use a passkey
          </Button>
        )}
      </Stack>
    </FormDialog>
  )
}
