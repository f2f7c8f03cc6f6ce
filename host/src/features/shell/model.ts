import type { ReleaseNav } from '@console/shared-kernel/remote'
import { formatDateTime, nowIn } from '@console/shared-kernel/rules'

/** A navigation entry as the release describes it. */
export interface NavEntry extends Readonly<Omit<ReleaseNav, 'order'>> {
  path: string
  /** Called when the user is likely to go there. */
  prefetch: () => void
}

/** The first letter of a name, which may take several code units. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?'

/** 'Saturday, November 21, 2026' and '15:35:09', by the clock and in the time zone of the browser. */
export const clockDate = (now: number): string =>
  new Date(now).toLocaleDateString('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })

export const clockTime = (now: number): string =>
  new Date(now).toLocaleTimeString('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })

/** Days ago: two zones with the same time now may differ in the other half of the year. */
const COMPARED_DAYS = [0, 91, 182, 273]
const DAY_MS = 86_400_000

/**
 * 'Nov 21, 2026, 16:35', the current time as shown in lists and reports. Null if the browser's zone has the
 * same time now and had it in each quarter of the last year; a difference of a few weeks is not noticed.
 * @param timeZone IANA name
 */
export function clockOfReports(now: number, timeZone: string): string | null {
  const isSame = COMPARED_DAYS.every((days) => showsSame(new Date(now - days * DAY_MS), timeZone))
  return isSame ? null : formatDateTime(new Date(now), timeZone)
}

function showsSame(at: Date, timeZone: string): boolean {
  const { day, time } = nowIn(timeZone, at)
  return clockTime(at.getTime()).startsWith(time) && Number(day.slice(-2)) === at.getDate()
}
