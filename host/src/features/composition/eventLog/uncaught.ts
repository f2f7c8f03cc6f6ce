import { eventOf, type EventLog } from './eventLog'

/**
 * Reports uncaught errors, attributed by the addresses in their stack. Errors without such an address come from
 * browser extensions.
 */
export function reportUncaught(events: EventLog): void {
  const reportAt = (error: unknown, message: string, filename: string) => {
    const where = `${filename} ${error instanceof Error ? error.stack : ''}`
    const candidate = events.releaseAt(where)
    if (!candidate && !where.includes(`${location.origin}/static/`)) return
    const code = error instanceof Error ? error.name : 'UNCAUGHT'
    const named = candidate ? eventOf(candidate) : events.ofHost()
    events.report({ ...named, phase: 'running', code, message, ms: Math.round(performance.now()) }, error)
  }
  addEventListener('error', ({ error, message, filename }) => reportAt(error, message, filename))
  addEventListener('unhandledrejection', ({ reason }) => reportAt(reason, String(reason), ''))
}
