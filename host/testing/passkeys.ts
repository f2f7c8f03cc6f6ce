/** Adds passkeys to the browser, which jsdom lacks. @param answer what `navigator.credentials.get` does */
export function offerPasskeys(answer: (signal: AbortSignal) => Promise<unknown>): void {
  Object.assign(window, { isSecureContext: true, PublicKeyCredential: () => undefined })
  Object.defineProperty(navigator, 'credentials', {
    value: { get: ({ signal }: { signal: AbortSignal }) => answer(signal) },
    configurable: true,
  })
}

/** An answer of `navigator.credentials.get`. */
export const CREDENTIAL = {
  id: 'AAAA',
  rawId: new ArrayBuffer(1),
  type: 'public-key',
  response: {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
}

/** Simulates a browser whose user does not answer its prompts. @returns the signals of the prompts so far */
export function waitingForPasskeys(): AbortSignal[] {
  const asked: AbortSignal[] = []
  offerPasskeys(
    (signal) =>
      new Promise((_, reject) => {
        asked.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  return asked
}
