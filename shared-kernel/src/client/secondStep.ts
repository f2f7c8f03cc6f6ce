import { asRecord, readFilledText } from '../contracts/wireReaders'
import { CallError, retryAt } from './errors'
import { http } from './http'
import { canUsePasskeys } from './passkeys'
import {
  beginSession,
  discardSession,
  loginErrorStore,
  loginLockStore,
  NO_TOKEN,
  secondStepStore,
} from './session'
import { showLastingToast } from './toasts'

export interface SecondStep {
  id: string
  /** `totp`, `passkey`, `recovery` or `enrol-totp`; a newer server may name others. */
  methods: readonly string[]
  /** The user has passkeys and no app: a code could only be a recovery code. */
  asksPasskeyFirst: boolean
  /** The user saves them before the session begins; present if a factor was just added. */
  recoveryCodes?: readonly string[]
  /** The action of the form's button, with the text of its field. */
  submit: (code: string) => Promise<void>
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Opens the second step that an answer without a token asks for. @returns false if it cannot be completed */
export function openSecondStep(wire: unknown): boolean {
  const { id, methods } = asRecord(asRecord(wire)['secondFactor'])
  const known = readFilledText(id)
  if (known === undefined) return false
  const submit = async (code: string) => {
    if (code.trim() === '') loginErrorStore.set('Enter the code.')
    else await showFactor(step, { code: code.trim() })
  }
  const offered = textsOf(methods)
  const asksPasskeyFirst = offered.includes('passkey') && !offered.includes('totp') && canUsePasskeys()
  const step: SecondStep = { id: known, methods: offered, asksPasskeyFirst, submit }
  secondStepStore.set(step)
  return true
}

export type Shown = { code: string } | { passkey: unknown }

/** The server ends steps that are older than this. */
const STEP_MS = 5 * 60_000

/**
 * Sends the user's factor. `loginErrorStore` has the reason for a rejection; recovery codes are shown before
 * the session begins. An answer that comes after the step was abandoned changes nothing.
 */
export async function showFactor(step: SecondStep, shown: Shown): Promise<void> {
  const isAbandoned = () => secondStepStore.get() !== step
  loginErrorStore.set(null)
  try {
    const { data } = await http.post<unknown>('/api/Auth/second-factor', { id: step.id, ...shown })
    if (isAbandoned()) return discardSession(data)
    const recoveryCodes = textsOf(asRecord(data)['recoveryCodes'])
    if (recoveryCodes.length > 0) {
      const begin = async () => {
        if (beginSession(data) && !(await confirmRecoveryCodes(recoveryCodes)))
          showLastingToast(CODES_REPLACED, undefined, 'warning')
      }
      secondStepStore.set({ ...step, recoveryCodes, submit: begin })
    } else if (!beginSession(data)) loginErrorStore.set(NO_TOKEN)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isAbandoned()) return
    const lockedUntil = retryAt(error)
    loginLockStore.set(lockedUntil)
    // a wrong code is shown at its field; other rejections, or a lock that outlasts the step, end the step
    const isRejected = error.status === 401 && error.fieldErrors.length === 0
    if (isRejected || (lockedUntil ?? 0) > Date.now() + STEP_MS) secondStepStore.set(null)
    loginErrorStore.set(error.said ?? error.message)
  }
}

export const CODES_REPLACED =
  'The recovery codes just shown no longer work: new ones were made since, in another window or on another device. Delete your copy.'

/**
 * Confirms that the user has saved the recovery codes. If that fails, the next sign-in mentions them again.
 * @returns false if new ones have replaced them
 */
export async function confirmRecoveryCodes(recoveryCodes: readonly string[]): Promise<boolean> {
  try {
    await http.post<unknown>('/api/Auth/recovery-codes/kept', { recoveryCodes })
    return true
  } catch (failure) {
    return !(failure instanceof CallError && failure.status === 409)
  }
}

/** Whether a user can sign in here with a passkey alone. An answer that is not an object means no. */
export async function offersPasskeys(signal?: AbortSignal): Promise<boolean> {
  const { data } = await http.get<unknown>('/api/Auth/methods', { signal })
  return asRecord(data)['passkeys'] === true
}

/**
 * Signs in with a passkey alone.
 * @param signal an answer that comes after it is aborted begins no session
 * @returns why it failed; null if the session has begun
 * @throws if the user cancels, or the signal is aborted
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
    return beginSession(data) ? null : NO_TOKEN
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof CallError)) throw error
    return error.said ?? error.message
  }
}

/** @throws CallError if the step is over */
export async function readEnrolment(id: string): Promise<{ secret: string; uri: string }> {
  const { data } = await http.post<unknown>('/api/Auth/second-factor/enrol', { id })
  const { secret, uri } = asRecord(data)
  return { secret: readFilledText(secret) ?? '', uri: readFilledText(uri) ?? '' }
}

/** @throws CallError if the step is over */
export const readStepOptions = async (id: string): Promise<unknown> =>
  (await http.post<unknown>('/api/Auth/second-factor/passkey', { id })).data

/** Shown if a passkey is the only way, and the page cannot use it. */
export const NO_PASSKEYS_HERE =
  'Your passkey cannot be used here. Open the console with https, in a browser that has passkeys.'

/**
 * The text below a field for a code. A code that was just used to sign in is rejected, and users would wait for a
 * reason in vain.
 */
export function codeHelp(methods: readonly string[]): string | undefined {
  if (!methods.includes('totp')) return methods.includes('recovery') ? 'A recovery code' : undefined
  const where = methods.includes('recovery') ? 'From your app, or a recovery code.' : 'From your app.'
  return `${where} Each code works once: after using one, wait for the next.`
}
