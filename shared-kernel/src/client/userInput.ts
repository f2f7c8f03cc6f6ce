import { asRecord, readNumber } from '../contracts/wireReaders'
import { featuresStore } from './features'
import { storedToken } from './storedSession'

/** A read this long after the last input was not requested by the operator: the page is refreshing itself. */
const USED_FOR_MS = 30_000
/** Dictation and assistive technology may fire only the last three. */
const INPUTS = [
  'pointerdown',
  'pointermove',
  'keydown',
  'wheel',
  'touchstart',
  'paste',
  'click',
  'input',
  'focusin',
]

/** The time of the last input, in epoch milliseconds. Loading a page counts as input. */
let inputAt = Date.now()
/** When the last call that keeps a session alive was made. */
let usedAt = inputAt
let keepAlive = (): void => undefined

/** @param read a call that keeps the session alive while there is input but nothing else is called */
export function keepAliveBy(read: () => void): void {
  keepAlive = read
}

/** The feature of a server that limits idle sessions. Earlier versions do not name the limit. */
const idleSeconds = () => readNumber(asRecord(featuresStore.get()['sessionIdle'])['seconds'])

function noteInput(): void {
  inputAt = Date.now()
  const seconds = idleSeconds()
  if (seconds === undefined || inputAt - usedAt < seconds * 250 || storedToken() === null) return
  usedAt = inputAt
  keepAlive()
}
for (const type of INPUTS) globalThis.addEventListener?.(type, noteInput, { capture: true, passive: true })

/**
 * Marks a read that the user did not ask for, so that it does not keep an idle session alive. Sent only to a
 * server that announces such a limit: other servers may not accept an additional header. Omitting it gains
 * nothing that any other call would not, and sending it only shortens one's own session.
 */
export const backgroundHeaders = (method = 'get'): Record<string, string> => {
  const isLimited = Object.hasOwn(featuresStore.get(), 'sessionIdle')
  const isUsed = method !== 'get' || Date.now() - inputAt < USED_FOR_MS
  if (isUsed) usedAt = Date.now()
  return isLimited && !isUsed ? { 'X-Background-Request': '1' } : {}
}
