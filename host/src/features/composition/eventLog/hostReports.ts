import type { Environment } from '@console/shared-kernel/remote'
import { firstPaintState } from '../firstPaintState'
import { toRemoteFailure } from '../remoteFailure'
import { pageEvents } from './pageEventLog'
import { reportUncaught } from './uncaught'
import { reportViolations } from './violations'

export function reportHostStart(environment: Environment): void {
  pageEvents.sendFor(environment)
  const ms = Math.round(performance.now())
  const host = pageEvents.ofHost()
  if (firstPaintState().fellBack) pageEvents.report({ ...host, phase: 'fallback', code: 'FALLBACK', ms })
  pageEvents.report({ ...host, phase: 'mounted', code: 'OK', ms })
  reportUncaught(pageEvents)
  reportViolations(pageEvents)
}

export function reportHostFault(error: unknown): void {
  const { phase, code, message } = toRemoteFailure(error, location.origin)
  const ms = Math.round(performance.now())
  const failed = phase === 'load' ? phase : 'render'
  pageEvents.report({ ...pageEvents.ofHost(), phase: failed, code, message, ms }, error)
}
