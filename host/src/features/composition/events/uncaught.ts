import { compositionStore } from '../composition'
import { eventOf, report } from './events'

/**
 * Errors that no boundary sees (event handlers, timers, promises) are told as their remote's where their
 * stack names its address. Others are the console's own or a browser extension's.
 */
export function reportUncaught(): void {
  addEventListener('error', ({ error, message, filename }) => reportAt(error, message, filename))
  addEventListener('unhandledrejection', ({ reason }) => reportAt(reason, String(reason), ''))
}

function reportAt(error: unknown, message: string, filename: string): void {
  const where = `${filename} ${error instanceof Error ? error.stack : ''}`
  const rung = compositionStore
    .get()
    .remotes.flatMap(({ rungs }) => rungs)
    .find(({ deployed }) => where.includes(deployed.baseUrl))
  if (rung) {
    const code = error instanceof Error ? error.name : 'UNCAUGHT'
    report({ ...eventOf(rung), phase: 'running', code, message, ms: Math.round(performance.now()) }, error)
  }
}
