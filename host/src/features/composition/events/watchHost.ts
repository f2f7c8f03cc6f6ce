import type { Environment } from '@console/shared-kernel/remote'
import { startedPage } from '../startedPage'
import { eventOfHost, report, sendEventsFor } from './events'
import { toRemoteFailure } from './failure'
import { reportUncaught } from './uncaught'
import { reportViolations } from './violations'

/** From here on it is told what becomes of the host of this page; called once, when it has started. */
export function watchHost(environment: Environment): void {
  sendEventsFor(environment)
  const ms = Math.round(performance.now())
  if (startedPage().fellBack) report({ ...eventOfHost(), phase: 'fallback', code: 'FALLBACK', ms })
  report({ ...eventOfHost(), phase: 'mounted', code: 'OK', ms })
  reportUncaught()
  reportViolations()
}

/** The whole page is gone, and says so. */
export function reportConsoleFault(error: unknown): void {
  const { phase, code, message } = toRemoteFailure(error, location.origin)
  const ms = Math.round(performance.now())
  report({ ...eventOfHost(), phase: phase === 'load' ? phase : 'render', code, message, ms }, error)
}
