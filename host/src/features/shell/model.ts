import { formatDateTime, nowIn } from '@console/shared-kernel/rules'

export interface NavEntry {
  path: string
  label: string
  icon: string
  /** The user levels that see it; absent: all. */
  levels?: readonly number[]
  /** Called when the user is likely to go there. */
  prefetch: () => void
}

export const entriesFor = (level: number, entries: readonly NavEntry[]): NavEntry[] =>
  entries.filter(({ levels }) => levels?.includes(level) ?? true)

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

/**
 * 'Nov 21, 2026, 16:35', the present time of lists and reports, or null where the drawer's clock shows the same. Past
 * times may differ all the same, where the clocks of two zones change on different days.
 * @param timeZone IANA name
 */
export function clockOfReports(now: number, timeZone: string): string | null {
  const at = new Date(now)
  const { day, time } = nowIn(timeZone, at)
  const isShown = clockTime(now).startsWith(time) && Number(day.slice(-2)) === at.getDate()
  return isShown ? null : formatDateTime(at, timeZone)
}
