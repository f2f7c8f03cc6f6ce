import { startedPage } from '../startedPage'
import { eventOf, eventOfHost, report, type RemoteEvent } from './events'
import { withoutQueries } from './scrub'
import { releaseAt } from './uncaught'

interface IntegrityViolation {
  blockedURL: string
  destination: string
}

/**
 * What the browser refuses is told as its remote's where it is a file of one, or a file of one asked for it,
 * else as the console's.
 */
export function reportViolations(): void {
  const ofPolicy = ({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent) =>
    reportRefused('policy', effectiveDirective, blockedURI, sourceFile)
  // those from before this code came
  startedPage().violations?.forEach(ofPolicy)
  addEventListener('securitypolicyviolation', ofPolicy)
  if (!('ReportingObserver' in globalThis)) return
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { destination, blockedURL } = body as unknown as IntegrityViolation
        reportRefused('integrity', destination, blockedURL, '')
      }
    },
    { types: ['integrity-violation'], buffered: true },
  )
  observer.observe()
}

function reportRefused(
  phase: RemoteEvent['phase'] & ('policy' | 'integrity'),
  what: string,
  blocked: string,
  by: string,
): void {
  const candidate = releaseAt(`${blocked} ${by}`)
  const message = withoutQueries(`${what} ${blocked}`)
  const named = candidate ? eventOf(candidate) : eventOfHost()
  report({ ...named, phase, code: what, message, ms: Math.round(performance.now()) })
}
