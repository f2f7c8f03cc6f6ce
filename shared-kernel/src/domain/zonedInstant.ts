import { nowIn } from './instants'

/** The offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const { day, time } = nowIn(timeZone, new Date(instant))
  return Date.parse(`${day}T${time}Z`) - Math.floor(instant / 60_000) * 60_000
}

/**
 * The instant of a day and time in a zone. For an hour that the clocks repeat, the first instant; for a time
 * that they skip, a time later by the skipped amount.
 * @param day 'YYYY-MM-DD'
 * @param time 'HH:MM'
 */
export function zonedInstant(day: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`)
  // the offsets a day before and after: one of them applies
  const offsets = [wall - 86_400_000, wall + 86_400_000].map((near) => offsetAt(near, timeZone))
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b)
  const exact = candidates.find((instant) => instant + offsetAt(instant, timeZone) === wall)
  return new Date(exact ?? candidates[1] ?? wall)
}
