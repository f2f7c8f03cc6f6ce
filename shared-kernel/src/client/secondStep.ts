import { asRecord, readFilledText } from '../contracts/wireReaders'
import { CallError } from './errors'
import { http } from './http'
import { beginSession, discardSession, loginErrorStore, secondStepStore } from './session'

export interface SecondStep {
  id: string
  /** `totp`, `passkey`, `recovery`, or `enrol-totp`; others are of a newer server. */
  methods: readonly string[]
  /** The user saves them before the session begins; present if a factor was just added. */
  recoveryCodes?: readonly string[]
  /** What the form's button does with the text of its field. */
  submit: (code: string) => Promise<void>
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/**
 * Opens the second step that an answer without a token asks for. @returns false if it asks for none that could be
 * answered
 */
export function openSecondStep(wire: unknown): boolean {
  const { id, methods } = asRecord(asRecord(wire)['secondFactor'])
  const known = readFilledText(id)
  if (known === undefined) return false
  const submit = async (code: string) => {
    if (code.trim() === '') loginErrorStore.set('Enter the code.')
    else await showFactor(step, { code: code.trim() })
  }
  const step: SecondStep = { id: known, methods: textsOf(methods), submit }
  secondStepStore.set(step)
  return true
}

export type Shown = { code: string } | { passkey: unknown }

const NOT_SIGNED_IN = 'La respuesta del servidor no contiene un token válido'

/**
 * Sends what the user shows. `loginErrorStore` says why it was refused; recovery codes are shown before the session.
 * An answer that comes after the step was left changes nothing.
 */
export async function showFactor(step: SecondStep, shown: Shown): Promise<void> {
  const isLeft = () => secondStepStore.get() !== step
  loginErrorStore.set(null)
  try {
    const { data } = await http.post<unknown>('/api/Auth/second-factor', { id: step.id, ...shown })
    if (isLeft()) return discardSession(data)
    const recoveryCodes = textsOf(asRecord(data)['recoveryCodes'])
    if (recoveryCodes.length > 0) {
      const begin = async () => {
        if (beginSession(data)) void confirmRecoveryCodes()
      }
      secondStepStore.set({ ...step, recoveryCodes, submit: begin })
    } else if (!beginSession(data)) loginErrorStore.set(NOT_SIGNED_IN)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isLeft()) return
    // a wrong code names its field; otherwise the step is over
    if (error.status === 401 && error.fieldErrors.length === 0) secondStepStore.set(null)
    loginErrorStore.set(error.said ?? error.message)
  }
}

/** Says that the recovery codes just shown are kept. Where that fails, the next sign-in tells of them again. */
export async function confirmRecoveryCodes(): Promise<void> {
  await http.post('/api/Auth/recovery-codes/kept').catch(() => undefined)
}

/** Whether a passkey alone may sign in here. An answer that is no object means that it may not. */
export async function offersPasskeys(signal?: AbortSignal): Promise<boolean> {
  const { data } = await http.get<unknown>('/api/Auth/methods', { signal })
  return asRecord(data)['passkeys'] === true
}

/**
 * By a passkey alone.
 *
 * @param signal an answer that comes after it is aborted begins no session
 * @returns why it failed; null where the session has begun. @throws where the user cancels, or the signal is aborted
 */
export async function signInByPasskey(
  answer: (options: unknown) => Promise<unknown>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { data: options } = await http.post<unknown>('/api/Auth/passkey/options', undefined, { signal })
    const { data } = await http.post<unknown>('/api/Auth/passkey', { passkey: await answer(options) })
    if (signal.aborted) discardSession(data)
    signal.throwIfAborted()
    return beginSession(data) ? null : NOT_SIGNED_IN
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof CallError)) throw error
    return error.said ?? error.message
  }
}

/** @throws CallError where the step is over */
export async function readEnrolment(id: string): Promise<{ secret: string; uri: string }> {
  const { data } = await http.post<unknown>('/api/Auth/second-factor/enrol', { id })
  const { secret, uri } = asRecord(data)
  return { secret: readFilledText(secret) ?? '', uri: readFilledText(uri) ?? '' }
}

/** @throws CallError where the step is over */
export const readStepOptions = async (id: string): Promise<unknown> =>
  (await http.post<unknown>('/api/Auth/second-factor/passkey', { id })).data
