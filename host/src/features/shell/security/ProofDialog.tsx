import { useEffect, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { CallError, isOutcomeUnknown } from '@console/shared-kernel/core'
import { FormDialog } from '@console/shared-kernel/form'
import {
  answerPasskey,
  canUsePasskeys,
  codeHelp,
  LockTimer,
  NO_PASSKEYS_HERE,
  proofAskedStore,
  retryAt,
  usePasskeyFlight,
  useRefusedCode,
  useSecondsUntil,
} from '@console/shared-kernel/host'
import { failureText, readProofOptions, sendProof } from './api'

const REJECTED = 'That could not be confirmed. Please try again.'
const LOST = 'The answer did not arrive. Nothing was changed by this: confirm again.'

const ANY = 'This change needs your second factor.'
const ONE = 'This change needs the factor that it removes, or a recovery code.'
const ONLY_ONE =
  'This change needs the factor that it removes. If you no longer have it, get new recovery codes first.'

/** How a change can be confirmed, according to its rejection. */
export interface ProofNeeded {
  methods: readonly string[]
  /** The only factor accepted besides recovery codes; undefined if any of the user's factors is accepted. */
  factor?: string | undefined
}

interface Props {
  needed: ProofNeeded
  /** Called when the server has accepted the proof, or may have: then the change is sent again. */
  onProved: () => void
  onClose: () => void
}

/** Opens over any form, which stays as it is. */
export function ProofDialog({ needed, onProved, onClose }: Props) {
  const { methods, factor } = needed
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [wasLost, setWasLost] = useState(false)
  const [lockedUntil, setLockedUntil] = useState<number | null>(null)
  const lockedSeconds = useSecondsUntil(lockedUntil)
  const input = useRefusedCode(error)
  const { busy, run } = usePasskeyFlight()
  const takesCode = methods.includes('totp') || methods.includes('recovery')
  const takesPasskey = methods.includes('passkey') && canUsePasskeys()

  useEffect(() => {
    proofAskedStore.set(true)
    return () => proofAskedStore.set(false)
  }, [])

  const prove = async (send: () => Promise<void>) => {
    setError(null)
    try {
      await send()
      onProved()
    } catch (failure) {
      // if its answer was lost, the code may be accepted and used up: sending the change again shows that
      if (wasLost && failure instanceof CallError && failure.status === 400) return onProved()
      const isLost = isOutcomeUnknown(failure)
      if (isLost) setWasLost(true)
      setLockedUntil(retryAt(failure))
      setError(isLost ? LOST : failureText(failure, REJECTED))
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
      canSubmit={takesCode && !busy && lockedSeconds === 0}
      error={error}
      notice={lockedSeconds > 0 && <LockTimer seconds={lockedSeconds} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{factor === undefined ? ANY : ofOne}</Typography>
        {takesCode && (
          <TextField
            label="Code"
            inputRef={input}
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
