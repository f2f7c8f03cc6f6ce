import type { Environment } from '@console/shared-kernel/remote'
import { pageState } from '../pageState'
import { toRemoteFailure } from '../remoteFailure'
import { eventOf, pageEvents, type EventLog } from './eventLog'
import { withoutQueries } from './telemetry'

export function reportHostStart(environment: Environment): void {
  pageEvents.sendFor(environment)
  const ms = Math.round(performance.now())
  const host = pageEvents.ofHost()
  if (pageState().fellBack) pageEvents.report({ ...host, phase: 'fallback', code: 'FALLBACK', ms })
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

/**
 * Reports uncaught errors, attributed by the addresses in their stack. Errors without such an address come from
 * browser extensions.
 */
export function reportUncaught(events: EventLog): void {
  const reportAt = (error: unknown, message: string, filename: string) => {
    const where = `${filename} ${error instanceof Error ? error.stack : ''}`
    const release = events.releaseAt(where)
    if (!release && !where.includes(`${location.origin}/static/`)) return
    const code = error instanceof Error ? error.name : 'UNCAUGHT'
    const named = release ? eventOf(release) : events.ofHost()
    events.report({ ...named, phase: 'running', code, message, ms: Math.round(performance.now()) }, error)
  }
  addEventListener('error', ({ error, message, filename }) => reportAt(error, message, filename))
  addEventListener('unhandledrejection', ({ reason }) => reportAt(reason, String(reason), ''))
}

interface IntegrityViolation {
  blockedURL: string
  destination: string
}

/** Reports violations, attributed to the remote whose file was blocked or made the request, else to the console. */
function reportViolations(events: EventLog): void {
  const ofPolicy = ({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent) =>
    reportViolation(events, {
      phase: 'policy',
      what: effectiveDirective,
      blocked: blockedURI,
      by: sourceFile,
    })
  // violations from before this code was loaded
  pageState().violations?.forEach(ofPolicy)
  addEventListener('securitypolicyviolation', ofPolicy)
  if (!('ReportingObserver' in globalThis)) return
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { destination, blockedURL } = body as unknown as IntegrityViolation
        reportViolation(events, { phase: 'integrity', what: destination, blocked: blockedURL, by: '' })
      }
    },
    { types: ['integrity-violation'], buffered: true },
  )
  observer.observe()
}

interface Violation {
  phase: 'policy' | 'integrity'
  /** The directive of the policy, or the kind of file. */
  what: string
  /** The address that was not loaded. */
  blocked: string
  /** The file that asked for it, '' if unknown. */
  by: string
}

function reportViolation(events: EventLog, { phase, what, blocked, by }: Violation): void {
  const release = events.releaseAt(`${blocked} ${by}`)
  const message = withoutQueries(`${what} ${blocked}`)
  const named = release ? eventOf(release) : events.ofHost()
  events.report({ ...named, phase, code: what, message, ms: Math.round(performance.now()) })
}
