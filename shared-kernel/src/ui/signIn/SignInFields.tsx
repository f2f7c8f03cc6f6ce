import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type KeyboardEvent,
} from 'react'
import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { loadCode } from '../../client/loadCode'
import type { SecondStep } from '../../client/secondStep'
import { login, loginErrorStore, loginLockStore, secondStepStore } from '../../client/session'
import { useStore } from '../../client/store'
import { useSingleFlight } from '../../client/useSingleFlight'
import { usePasswordInput } from '../form/usePasswordInput'

/** Loaded only after the correct password, because few users need it. */
let StepFields: ComponentType<{ step: SecondStep }> = () => null

async function loadStep() {
  const code = await loadCode(() => import(/* webpackChunkName: "sign-in" */ './SecondStepFields'))
  StepFields = code.SecondStepFields
  return code
}

const EMPTY_FIELDS = 'Por favor, ingresa un nombre de usuario y contraseña.'

const TICK_MS = 250

/** Seconds until the server accepts the locked name again. */
export const useLoginLock = (): number => useSecondsUntil(useStore(loginLockStore))

/**
 * Reads the fields `username` and `password`, or `code` in a second step, and runs one sign-in at a time.
 * `variant` is for the submit button.
 */
export function useSignIn() {
  const { busy, run } = useSingleFlight()
  const [incomplete, setIncomplete] = useState(false)
  const loginError = useStore(loginErrorStore)
  const controllerRef = useRef<AbortController>(null)

  useEffect(() => {
    const controller = new AbortController()
    controllerRef.current = controller
    return () => {
      controller.abort()
      loginErrorStore.set(null)
      loginLockStore.set(null)
      secondStepStore.set(null)
    }
  }, [])
  const lockedSeconds = useLoginLock()
  const step = useStore(secondStepStore)

  const sendPassword = (username: string, password: string) => {
    const signal = controllerRef.current?.signal
    return login(username, password, signal, async (wire) => {
      const { openSecondStep } = await loadStep()
      return signal?.aborted === true || openSecondStep(wire)
    })
  }
  const signIn = (element: HTMLFormElement) => {
    const form = new FormData(element)
    if (step) return void run(() => step.submit(String(form.get('code') ?? '')))
    const [username, password] = [String(form.get('username')).trim(), String(form.get('password'))]
    const missing = username === '' || password === ''
    setIncomplete(missing)
    if (missing) {
      loginErrorStore.set(null)
      element.querySelector<HTMLElement>(`[name=${username === '' ? 'username' : 'password'}]`)?.focus()
    } else if (lockedSeconds === 0) void run(() => sendPassword(username, password))
  }
  const variant: 'contained' | 'outlined' = step?.asksPasskeyFirst ? 'outlined' : 'contained'
  return { busy, signIn, error: incomplete ? EMPTY_FIELDS : loginError, variant }
}

/** Whole seconds until `at`, in epoch milliseconds; 0 for null. */
export function useSecondsUntil(at: number | null): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (at === null) return () => undefined
      const timer = setInterval(listener, TICK_MS)
      return () => clearInterval(timer)
    },
    [at],
  )
  return useSyncExternalStore(subscribe, () =>
    at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000)),
  )
}

interface Props {
  error: string | null
  /** If set, only the password is asked for. */
  userName?: string
  /** The browser offers passkeys along with the names that it autofills. */
  listsPasskeys?: boolean
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Shows how long further attempts will be rejected; renders nothing for 0. */
export const LockTimer = ({ seconds }: { seconds: number }) =>
  seconds > 0 && (
    <Typography role="timer" variant="body2">
      {`Podrás volver a intentarlo en ${clock(seconds)}.`}
    </Typography>
  )

/** The fields of a sign-in, which password managers recognise. */
export function SignInFields({ error, userName, listsPasskeys = false }: Props) {
  const step = useStore(secondStepStore)
  const lockedSeconds = useLoginLock()
  const { type, endAdornment } = usePasswordInput()
  // the field is unmounted during a second step, and may be needed again afterwards
  const [name, setName] = useState(userName ?? '')
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setIsCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <>
      {step ? (
        <StepFields step={step} />
      ) : (
        <>
          <TextField
            name="username"
            label="Username"
            autoComplete={listsPasskeys ? 'username webauthn' : 'username'}
            onChange={({ target }) => {
              setName(target.value)
              // the lock applies only to the rejected name
              loginLockStore.set(null)
            }}
            defaultValue={name}
            autoFocus={name === ''}
            fullWidth
          />
          <TextField
            name="password"
            label="Password"
            type={type}
            autoComplete="current-password"
            autoFocus={name !== ''}
            fullWidth
            onKeyDown={readCapsLock}
            onKeyUp={readCapsLock}
            helperText={isCapsLockOn && 'Caps Lock is on'}
            slotProps={{ input: { endAdornment }, formHelperText: { role: 'status' } }}
          />
        </>
      )}
      {error && (
        <Alert severity="error" role="alert">
          {error}
        </Alert>
      )}
      <LockTimer seconds={lockedSeconds} />
    </>
  )
}
