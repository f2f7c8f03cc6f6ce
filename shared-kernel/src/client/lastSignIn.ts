import { asRecord, readFilledText, readInteger } from '../contracts/wireReaders'
import { showLastingToast, showToast } from './toasts'

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** Formats an instant as 'today 09:10', 'yesterday 18:22' or '3 June 07:01', in the browser's zone. */
export function whenOf(at: Date, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = isSameDay(at, now) ? 'today' : isSameDay(at, yesterday) ? 'yesterday' : DAY.format(at)
  return `${day} ${TIME.format(at)}`
}

/** Returns null if no sign-in was rejected. @param wire `lastSignIn` of the answer to a sign-in */
export function refusalsNotice(wire: unknown, now = new Date()): string | null {
  const last = asRecord(wire)
  const rejectedCount = readInteger(last['refused']) ?? 0
  const at = Date.parse(readFilledText(last['at']) ?? '')
  const from = readFilledText(last['address'])
  const before = Number.isNaN(at)
    ? 'First sign-in'
    : `Last sign-in ${whenOf(new Date(at), now)}${from ? ` from ${from}` : ''}`
  const since = Number.isNaN(at) ? 'before' : 'since'
  return rejectedCount > 0 ? `${before}; ${rejectedCount} refused ${since}` : null
}

/** Returns null unless somebody else removed the second factor. @param wire as above */
function resetNotice(wire: unknown): string | null {
  const { factorReset } = asRecord(wire)
  if (factorReset === undefined) return null
  const { by, hasFactor } = asRecord(factorReset)
  const name = readFilledText(by)
  const removed = `Your second factor was removed${name ? ` by ${name}` : ''}.`
  return hasFactor === true ? removed : `${removed} Add one under Security.`
}

const NOT_KEPT = 'If you did not keep your recovery codes, get new ones under Security.'

/** Shows notices about the last sign-in; one that needs an action stays until it is closed. @param wire as above */
export function showSignInNotices(wire: unknown): void {
  const [refusals, reset] = [refusalsNotice(wire), resetNotice(wire)]
  if (refusals) showToast(refusals, 'warning')
  if (reset) showLastingToast(reset, undefined, 'warning')
  if (asRecord(wire)['recoveryCodesKept'] === false) showLastingToast(NOT_KEPT, undefined, 'warning')
}
