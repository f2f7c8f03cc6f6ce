import { useEffect, useState } from 'react'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { answerPasskey, canUsePasskeys } from '../../client/passkeys'
import {
  codeHelp,
  NO_PASSKEYS_HERE,
  readEnrolment,
  readStepOptions,
  type SecondStep,
  showFactor,
} from '../../client/secondStep'
import { loginErrorStore, secondStepStore } from '../../client/session'
import { messageOf } from '../../client/errors'
import { useStore } from '../../client/store'
import { CodeSetup } from './CodeSetup'
import { RecoveryCodes } from './RecoveryCodes'
import { usePasskeyFlight } from './usePasskeyFlight'
import { useRefusedCode } from './useRefusedCode'

const FAILED = 'The passkey could not be used. Try again, or use a code.'

export { openSecondStep } from '../../client/secondStep'

/** Replaces the name and password fields; the submit button of their form sends the code. */
export function SecondStepFields({ step }: { step: SecondStep }) {
  const { id, methods, asksPasskeyFirst, recoveryCodes } = step
  const input = useRefusedCode(useStore(loginErrorStore))
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} />
  const enrols = methods.includes('enrol-totp')
  const takesCode = enrols || methods.includes('totp') || methods.includes('recovery')
  const takesPasskey = methods.includes('passkey') && canUsePasskeys()
  return (
    <Stack sx={{ gap: 2 }}>
      {enrols ? <Enrolment id={id} /> : <Typography>Confirm that it is you.</Typography>}
      {asksPasskeyFirst && <PasskeyButton step={step} />}
      {takesCode && (
        <TextField
          name="code"
          label="Code"
          inputRef={input}
          autoComplete="one-time-code"
          autoFocus={!asksPasskeyFirst}
          fullWidth
          helperText={codeHelp(methods)}
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'characters' } }}
        />
      )}
      {takesPasskey && !asksPasskeyFirst && <PasskeyButton step={step} />}
      {!takesCode && !takesPasskey && <Typography>{NO_PASSKEYS_HERE}</Typography>}
      <Button
        size="small"
        onClick={() => {
          loginErrorStore.set(null)
          secondStepStore.set(null)
        }}
        sx={{ alignSelf: 'center' }}
      >
        Start again
      </Button>
    </Stack>
  )
}

function PasskeyButton({ step }: { step: SecondStep }) {
  const { busy, run } = usePasskeyFlight()
  const use = async (signal: AbortSignal) => {
    try {
      await showFactor(step, { passkey: await answerPasskey(await readStepOptions(step.id), signal) })
    } catch {
      // also if the user has cancelled: the browser does not say which
      if (!signal.aborted) loginErrorStore.set(FAILED)
    }
  }
  return (
    <Button
      variant={step.asksPasskeyFirst ? 'contained' : 'outlined'}
      autoFocus={step.asksPasskeyFirst}
      loading={busy}
      onClick={() => run(use)}
    >
      Use a passkey
    </Button>
  )
}

/** For a user whose level requires a second factor and who has none yet. */
function Enrolment({ id }: { id: string }) {
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  useEffect(() => {
    let waiting = true
    readEnrolment(id).then(
      (read) => waiting && setSetup(read),
      (failure: unknown) => {
        if (!waiting) return
        secondStepStore.set(null)
        loginErrorStore.set(messageOf(failure, 'The second factor could not be set up. Start again.'))
      },
    )
    return () => {
      waiting = false
    }
  }, [id])
  return (
    <>
      <Typography>Your account needs a second factor.</Typography>
      {setup && <CodeSetup {...setup} />}
    </>
  )
}
