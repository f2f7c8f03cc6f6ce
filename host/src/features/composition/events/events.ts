import { createStore, useStore } from '@console/shared-kernel/core'
import type { Rung, Source } from '../releases/rungs'
import type { FailurePhase, RemoteFailure } from './failure'

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

/** One happening in the life of a remote, as the console log and the telemetry server read it. */
export interface RemoteEvent {
  remote: string
  version: string
  build: string
  source: Source
  /** `ready`, or how far it came. */
  phase: FailurePhase | 'ready' | 'running' | 'frozen'
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

let telemetryUrl: string | null = null

/** From here on events go there too; null for nowhere. */
export function sendEventsTo(url: string | null | undefined): void {
  telemetryUrl = url ?? null
}

export function report(event: RemoteEvent, cause?: unknown): void {
  eventStore.set([...eventStore.get(), event].slice(-KEPT))
  log(event, cause)
  // text, so that no pre-flight stands before it; a beacon outlives the page
  if (telemetryUrl !== null) navigator.sendBeacon(telemetryUrl, JSON.stringify(event))
}

function log(event: RemoteEvent, cause: unknown): void {
  if (event.code === 'OK') console.info('Remoto:', event)
  else
    console.error(event.phase === 'host' ? 'Fallo de la consola:' : 'Fallo de un remoto:', {
      ...event,
      cause,
    })
}

/** What names a release in its events. */
export const eventOf = ({ source, deployed: { release } }: Rung) => ({
  remote: release.name,
  version: release.version,
  build: release.build,
  source,
})

export const failureEvent = ({ phase, code, message }: RemoteFailure) => ({ phase, code, message })
