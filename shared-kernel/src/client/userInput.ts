import { featuresStore } from './features'

/** A read this long after the last input was not asked for by the operator: the page refreshes what it shows. */
const USED_FOR_MS = 30_000
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'paste']

/** In epoch milliseconds. A page that loads was asked for. */
let inputAt = Date.now()
const noteInput = () => {
  inputAt = Date.now()
}
for (const type of INPUTS) globalThis.addEventListener?.(type, noteInput, { capture: true, passive: true })

/**
 * Marks a read that nobody asked for, so that it does not keep an idle session alive. Only for a server that limits
 * idle sessions and says so: other servers may not accept a further header. Leaving it out gains nothing that a call
 * would not give, and sending it only shortens one's own session.
 */
export const backgroundHeaders = (method = 'get'): Record<string, string> => {
  const isLimited = Object.hasOwn(featuresStore.get(), 'sessionIdle')
  const isUsed = method !== 'get' || Date.now() - inputAt < USED_FOR_MS
  return isLimited && !isUsed ? { 'X-Background-Request': '1' } : {}
}
