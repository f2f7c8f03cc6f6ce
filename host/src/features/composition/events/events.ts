import { createStore, useStore } from '@console/shared-kernel/core'
import { type Environment, HOST_NAME } from '@console/shared-kernel/remote'
import { version as hostVersion } from '../../../../package.json'
import type { Candidate, Source } from '../releases/candidates'
import { startedPage } from '../startedPage'
import type { FailurePhase, RemoteFailure } from './failure'
import { hostOfPage, Telemetry } from './telemetry'

/** How long each part of a screen's way into the page took, in milliseconds. */
export interface LoadTimes {
  /** The environment document. */
  document: number
  /** The release's entry. */
  entry: number
  /** The screen's module, with what it takes from the console. */
  module: number
  /** From the first drawing to the first frame in which it stands. */
  firstPaint: number
}

/** One happening in the life of a remote, or of the host, as the console log and the inspector read it. */
export interface RemoteEvent {
  /** `host` for the console itself. */
  remote: string
  version: string
  build: string
  source: Source
  /** `mounted`, or how far it came. */
  phase: FailurePhase | 'mounted' | 'fallback' | 'running' | 'frozen' | 'policy' | 'integrity'
  /** For machines; `OK` where nothing is wrong. */
  code: string
  /** Since the loading of its screen began, in milliseconds. */
  ms: number
  module?: string
  message?: string
  times?: LoadTimes
}

/** As many as an inspector can use, and not so many that a broken remote fills the memory. */
const KEPT = 200

const eventStore = createStore<readonly RemoteEvent[]>([])

export const useRemoteEvents = () => useStore(eventStore)

export const lastRemoteEvent = (): RemoteEvent | undefined => eventStore.get().at(-1)

export const onRemoteEvent = (listener: () => void) => eventStore.subscribe(listener)

const telemetry = new Telemetry()
let namedHost: Environment['host']

/** From here on events go where this document says; nowhere where it says nothing. */
export function sendEventsFor({ telemetryUrl, name, revision, host }: Environment): void {
  namedHost = host
  const place = { environment: name, revision: revision ?? null, host: hostOfPage(host) }
  telemetry.sendTo(telemetryUrl ? { url: telemetryUrl, ...place } : null)
}

/**
 * @param cause what the log shows beside the event
 * @param thrown whose stack the telemetry server gets
 */
export function report(event: RemoteEvent, cause?: unknown, thrown: unknown = cause): void {
  eventStore.set([...eventStore.get(), event].slice(-KEPT))
  log(event, cause)
  const { phase, message, ...told } = event
  const stack = thrown instanceof Error && { stack: thrown.stack ?? '' }
  telemetry.tell({
    ...told,
    ...stack,
    ...(message !== undefined && OWN_WORDS.has(phase) && { message }),
    // what is missing is a part of the console, whichever remote has asked for it
    ...(phase === 'host' ? { ...eventOfHost(), phase: 'load' } : { phase }),
  })
}

/** Phases whose message the console itself has written; code of remotes may quote a user in its own. */
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

/** What names a release in its events. */
export const eventOf = ({ source, deployed: { release } }: Candidate) => ({
  remote: release.name,
  version: release.version,
  build: release.build,
  source,
})

/** The same for the console itself. */
export const eventOfHost = () => ({
  remote: HOST_NAME,
  ...(hostOfPage(namedHost) ?? { version: hostVersion, build: 'unnamed' }),
  source: startedPage().source ?? ('current' as const),
})

export const failureEvent = ({ phase, code, message }: RemoteFailure) => ({ phase, code, message })
