import { useEffect, useState } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import {
  answerPasskey,
  answerPasskeyInField,
  canListPasskeysInField,
  canUsePasskeys,
  loginErrorStore,
  offersPasskeys,
  secondStepStore,
  signInByPasskey,
  stopPasskeys,
  usePasskeyFlight,
  useStore,
} from '@console/shared-kernel/host'

const FAILED = 'The passkey could not be used. Try again, or sign in with your password.'
/** The server's challenges are valid for five minutes. */
const RENEWED_MS = 4 * 60_000

interface Props {
  /** The password is being sent: a passkey at the same time would be a second sign-in. */
  disabled: boolean
  onOffered: () => void
}

/**
 * A button to sign in with a passkey. Renders nothing if the server or the browser does not support passkeys,
 * before the server has answered, and in the second step.
 */
export default function PasskeySignIn({ disabled, onOffered }: Props) {
  const { data: isOffered = false } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => offersPasskeys(signal),
    enabled: canUsePasskeys(),
    retry: false,
  })
  const isSecondStep = useStore(secondStepStore) !== null
  const isShown = isOffered && !isSecondStep
  const { busy, run } = usePasskeyFlight(isShown && !disabled)
  useEffect(() => {
    if (isOffered) onOffered()
  }, [isOffered, onOffered])
  usePasskeysInField(isShown && !busy && !disabled)
  const signIn = async (signal: AbortSignal) => {
    loginErrorStore.set(null)
    try {
      loginErrorStore.set(await signInByPasskey((options) => answerPasskey(options, signal), signal))
    } catch {
      // also if the user cancelled: the browser does not report which of the two it was
      if (!signal.aborted) loginErrorStore.set(FAILED)
    }
  }
  if (!isShown) return null
  return (
    <Button variant="outlined" fullWidth loading={busy} disabled={disabled} onClick={() => run(signIn)}>
      Use a passkey
    </Button>
  )
}

/** Lets the browser list passkeys in the name field. Failures before a passkey is chosen are not shown. */
function usePasskeysInField(isOffered: boolean): void {
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isOffered) return
    const controller = new AbortController()
    const { signal } = controller
    const renew = () => setRound((before) => before + 1)
    const timer = setTimeout(renew, RENEWED_MS)
    const offer = async () => {
      if (!(await canListPasskeysInField()) || signal.aborted) return
      let isChosen = false
      const failure = await signInByPasskey(async (options) => {
        signal.throwIfAborted()
        const answer = await answerPasskeyInField(options)
        isChosen = true
        // a new list would end this sign-in
        clearTimeout(timer)
        return answer
      }, signal)
      if (!isChosen) return
      loginErrorStore.set(failure)
      if (failure !== null) renew()
    }
    offer().catch(() => undefined)
    return () => {
      controller.abort()
      clearTimeout(timer)
      void stopPasskeys()
    }
  }, [isOffered, round])
}
