import { asRecord, readFilledText, readInteger } from '../contracts/wireReaders'
import { showToast } from './toasts'

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString()

/** 'today 09:10', 'yesterday 18:22', '3 June 07:01', in the browser's zone. */
export function whenOf(at: Date, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = isSameDay(at, now) ? 'today' : isSameDay(at, yesterday) ? 'yesterday' : DAY.format(at)
  return `${day} ${TIME.format(at)}`
}

/** What to tell after a sign-in, one message a line. Empty where there is nothing unusual. @param wire its `lastSignIn` */
export function noticesOf(wire: unknown, now = new Date()): string[] {
  const last = asRecord(wire)
  const refused = readInteger(last['refused']) ?? 0
  const at = Date.parse(readFilledText(last['at']) ?? '')
  const from = readFilledText(last['address'])
  const before = Number.isNaN(at)
    ? 'First sign-in'
    : `Last sign-in ${whenOf(new Date(at), now)}${from ? ` from ${from}` : ''}`
  const since = Number.isNaN(at) ? 'before' : 'since'
  const by = readFilledText(asRecord(last['factorReset'])['by'])
  const isReset = last['factorReset'] !== undefined
  return [
    ...(refused > 0 ? [`${before}; ${refused} refused ${since}`] : []),
    ...(isReset ? [`Your second factor was removed${by ? ` by ${by}` : ''}. Add one under Security.`] : []),
  ]
}

/** @param wire `lastSignIn` of the answer to a sign-in */
export function tellOfLastSignIn(wire: unknown): void {
  for (const notice of noticesOf(wire)) showToast(notice, 'warning')
}
