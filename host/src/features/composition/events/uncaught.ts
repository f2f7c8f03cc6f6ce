import { compositionStore } from '../composition'
import type { Candidate } from '../releases/candidates'
import { eventOf, eventOfHost, report } from './events'

/**
 * Errors that no boundary sees (event handlers, timers, promises) are told as their remote's, or as the
 * console's own, where their stack names its address. Others are a browser extension's.
 */
export function reportUncaught(): void {
  addEventListener('error', ({ error, message, filename }) => reportAt(error, message, filename))
  addEventListener('unhandledrejection', ({ reason }) => reportAt(reason, String(reason), ''))
}

/** The release whose address stands in a text. */
export const releaseAt = (where: string): Candidate | undefined =>
  compositionStore
    .get()
    .remotes.flatMap(({ candidates }) => candidates)
    .find(({ deployed }) => where.includes(deployed.baseUrl))

function reportAt(error: unknown, message: string, filename: string): void {
  const where = `${filename} ${error instanceof Error ? error.stack : ''}`
  const candidate = releaseAt(where)
  if (!candidate && !where.includes(`${location.origin}/static/`)) return
  const code = error instanceof Error ? error.name : 'UNCAUGHT'
  const named = candidate ? eventOf(candidate) : eventOfHost()
  report({ ...named, phase: 'running', code, message, ms: Math.round(performance.now()) }, error)
}
