import { firstPaintState } from '../firstPaintState'
import { eventOf, type EventLog, type RemoteEvent } from './eventLog'
import { withoutQueries } from './scrub'

interface IntegrityViolation {
  blockedURL: string
  destination: string
}

/** Attributed to the remote whose file was blocked or made the request, else to the console. */
export function reportViolations(events: EventLog): void {
  const ofPolicy = ({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent) =>
    reportRefused(events, 'policy', effectiveDirective, blockedURI, sourceFile)
  // violations from before this code was loaded
  firstPaintState().violations?.forEach(ofPolicy)
  addEventListener('securitypolicyviolation', ofPolicy)
  if (!('ReportingObserver' in globalThis)) return
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { destination, blockedURL } = body as unknown as IntegrityViolation
        reportRefused(events, 'integrity', destination, blockedURL, '')
      }
    },
    { types: ['integrity-violation'], buffered: true },
  )
  observer.observe()
}

function reportRefused(
  events: EventLog,
  phase: RemoteEvent['phase'] & ('policy' | 'integrity'),
  what: string,
  blocked: string,
  by: string,
): void {
  const candidate = events.releaseAt(`${blocked} ${by}`)
  const message = withoutQueries(`${what} ${blocked}`)
  const named = candidate ? eventOf(candidate) : events.ofHost()
  events.report({ ...named, phase, code: what, message, ms: Math.round(performance.now()) })
}
