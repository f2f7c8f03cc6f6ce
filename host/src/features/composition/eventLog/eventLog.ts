import { createStore, type Store } from '@console/shared-kernel/core'
import { type Environment, HOST_NAME, type TelemetryPhase } from '@console/shared-kernel/remote'
import { version as hostVersion } from '../../../../package.json'
import type { Place, PlacedRelease } from '../fallbackOrder'
import { hostOfPage, pageState } from '../pageState'
import type { FailurePhase, RemoteFailure } from '../remoteFailure'
import { Telemetry } from './telemetry'

/** Times in milliseconds. */
export interface LoadTimes {
  document: number
  entry: number
  /** The load time of the module, including the console's modules that it needs. */
  module: number
  /** The time from the first render to the first frame. */
  firstPaint: number
}

export interface RemoteEvent {
  /** The name of a remote, or `host` for the console itself. */
  remote: string
  version: string
  build: string
  source: Place
  phase: FailurePhase | Exclude<TelemetryPhase, 'start'>
  /** Machine-readable; `OK` for no fault. */
  code: string
  /** Milliseconds since its screen started to load. */
  ms: number
  module?: string
  message?: string
  times?: LoadTimes
}

type EventSource = Pick<Environment, 'telemetryUrl' | 'name' | 'revision' | 'host'>

/** Enough events for the About dialog, but few enough that a broken remote does not fill the memory. */
const KEPT = 200

export interface EventLog {
  /** The latest events, oldest first. */
  all: Store<readonly RemoteEvent[]>
  last: () => RemoteEvent | undefined
  /** @param thrown its stack is sent to telemetry; `cause` is only logged */
  report: (event: RemoteEvent, cause?: unknown, thrown?: unknown) => void
  /** @param releases what the page may run; their addresses attribute faults to their remotes */
  sendFor: (environment: EventSource, releases?: () => PlacedRelease[]) => void
  releaseAt: (where: string) => PlacedRelease | undefined
  ofHost: () => Pick<RemoteEvent, 'remote' | 'version' | 'build' | 'source'>
}

export function createEventLog(): EventLog {
  const all = createStore<readonly RemoteEvent[]>([])
  const telemetry = new Telemetry()
  let namedHost: Environment['host']
  let releasesOfPage: () => PlacedRelease[] = () => []

  const ofHost = () => ({
    remote: HOST_NAME,
    ...(hostOfPage(namedHost) ?? { version: hostVersion, build: 'unnamed' }),
    source: pageState().source ?? ('current' as const),
  })

  return {
    all,
    ofHost,
    last: () => all.get().at(-1),
    report: (event, cause, thrown = cause) => {
      all.set([...all.get(), event].slice(-KEPT))
      log(event, cause)
      const { phase, message, ...told } = event
      const stack = thrown instanceof Error && { stack: thrown.stack ?? '' }
      telemetry.enqueue({
        ...told,
        ...stack,
        ...(message !== undefined && OWN_WORDS.has(phase) && { message }),
        // a part of the console is missing, which is not the remote's fault
        ...(phase === 'host' ? { ...ofHost(), phase: 'load' } : { phase }),
      })
    },
    sendFor: ({ telemetryUrl, name, revision, host }, releases) => {
      namedHost = host
      if (releases) releasesOfPage = releases
      const sender = { environment: name, revision: revision ?? null, host: hostOfPage(host) }
      telemetry.sendTo(telemetryUrl ? { url: telemetryUrl, ...sender } : null)
    },
    releaseAt: (where) => releasesOfPage().find(({ baseUrl }) => where.includes(baseUrl)),
  }
}

/** The page's own log, from the start: the host can fail before there is a composition. */
export const pageEvents = createEventLog()

/** Phases whose message comes from the console. A remote's own message may contain user data. */
const OWN_WORDS: ReadonlySet<RemoteEvent['phase']> = new Set([
  'compatibility',
  'timeout',
  'load',
  'host',
  'policy',
  'integrity',
])

function log(event: RemoteEvent, cause: unknown): void {
  const isHost = event.phase === 'host' || event.remote === HOST_NAME
  if (event.code === 'OK') console.info(isHost ? 'Consola:' : 'Remoto:', event)
  else console.error(isHost ? 'Fallo de la consola:' : 'Fallo de un remoto:', { ...event, cause })
}

export const eventOf = ({ place, release }: PlacedRelease) => ({
  remote: release.name,
  version: release.version,
  build: release.build,
  source: place,
})

export const failureEvent = ({ phase, code, message }: RemoteFailure) => ({ phase, code, message })
