import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Passkeys need a secure context and a browser that supports them. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** The package that talks to the browser is loaded on first use. */
const load = () => import(/* webpackChunkName: "sign-in" */ '@simplewebauthn/browser')

/**
 * @param options as the server sends them
 * @param signal cancels the browser's prompt
 * @throws if the user cancels, the device has no matching passkey, or the signal is aborted
 */
export async function answerPasskey(options: unknown, signal: AbortSignal): Promise<unknown> {
  const { startAuthentication: start, WebAuthnAbortService } = await load()
  signal.throwIfAborted()
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  try {
    const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
    const answer = await start({ optionsJSON }).catch(withoutText)
    signal.throwIfAborted()
    return answer
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Whether the browser lists passkeys in a field with `autocomplete="username webauthn"`. */
export const canListPasskeysInField = async (): Promise<boolean> =>
  (await load()).browserSupportsWebAuthnAutofill()

/** Waits for the user to choose a passkey in the field. @throws if stopped, or if there is no such field */
export async function answerPasskeyInField(options: unknown): Promise<unknown> {
  const { startAuthentication: start } = await load()
  return start({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: true,
  })
}

/** Cancels the current request for a passkey. */
export const stopPasskeys = (): Promise<void> =>
  load().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  )

/** @param options as the server sends them @throws if the user cancels, or has a passkey here already */
export async function createPasskey(options: unknown): Promise<unknown> {
  const { startRegistration: start } = await load()
  return start({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(withoutText)
}

/** Hides browser messages, which are written for programmers. */
function withoutText(cause: unknown): never {
  const { code }: { code?: unknown } = Object(cause)
  const isKnown = code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  throw new Error(isKnown ? 'You have a passkey on this device already.' : '', { cause })
}
