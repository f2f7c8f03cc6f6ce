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
