import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'

/** The zone of all business dates if the environment document names none, or an unknown one. */
const DEFAULT_TIME_ZONE = 'Europe/Madrid'

const DATE_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}
const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Cached, because creating a formatter costs far more than using it. */
function cachedFormatter(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const byZone = new Map<string, Intl.DateTimeFormat>()
  const make = (timeZone: string) => {
    try {
      return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    } catch {
      return new Intl.DateTimeFormat('en-US', { ...options, timeZone: DEFAULT_TIME_ZONE })
    }
  }
  return (timeZone) => {
    const formatter = byZone.get(timeZone) ?? make(timeZone)
    byZone.set(timeZone, formatter)
    return formatter
  }
}

const dateTimeFormatter = cachedFormatter(DATE_TIME)
const partsFormatter = cachedFormatter(PARTS)

const STARTS_WITH_YEAR = /^\d{4}/
const ENDS_WITH_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i
const HAS_TIME = /\d[T ]\d/i

/**
 * Parses ISO 8601 text, epoch milliseconds or a Date; null if invalid. Text without an offset is UTC, as the API
 * sends it, so the browser's own zone never changes what a row shows.
 */
export function parseInstant(value: unknown): Date | null {
  const date = value instanceof Date ? value : typeof value === 'number' ? new Date(value) : fromText(value)
  return date !== null && isValid(date) ? date : null
}

function fromText(value: unknown): Date | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!STARTS_WITH_YEAR.test(text)) return null
  if (!HAS_TIME.test(text)) return parseISO(`${text}T00:00:00Z`)
  return parseISO(ENDS_WITH_OFFSET.test(text) ? text : `${text}Z`)
}

/** 'Nov 21, 2026, 15:35'; 'N/A' without a date, 'Invalid date' if it cannot be read. */
export function formatDateTime(value: unknown, timeZone: string = DEFAULT_TIME_ZONE): string {
  if (value == null || (typeof value === 'string' && value.trim() === '')) return 'N/A'
  const date = parseInstant(value)
  if (date === null) return 'Invalid date'
  return dateTimeFormatter(timeZone).format(date)
}

interface ZonedNow {
  /** 'YYYY-MM-DD'. */
  day: string
  /** 'HH:MM', 00:00 to 23:59. */
  time: string
}

/** Calendar day and time of an instant (by default now) in a zone. @param timeZone IANA name */
export function nowIn(timeZone: string = DEFAULT_TIME_ZONE, now: Date = new Date()): ZonedNow {
  const parts = new Map(
    partsFormatter(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** Today's calendar day in a zone, 'YYYY-MM-DD'. */
export const todayIn = (timeZone: string = DEFAULT_TIME_ZONE, now: Date = new Date()): string =>
  nowIn(timeZone, now).day
