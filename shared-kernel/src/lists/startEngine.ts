import { createWorker } from './createWorker'
import type { FromEngine, ToEngine } from './listEngine'

/** A running list engine, wherever it runs. */
export interface RunningEngine {
  tell: (message: ToEngine, transfer?: Transferable[]) => void
  stop: () => void
}

interface Listener {
  heard: (message: FromEngine) => void
  /** The engine has ended: what it knew is lost. */
  failed: () => void
}

/** @returns the engine in a worker; a failure, also of its start, is told to the listener */
export function startWorker({ heard, failed }: Listener): RunningEngine {
  const worker = createWorker()
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => heard(data)
  worker.onerror = (event) => {
    event.preventDefault()
    worker.terminate()
    failed()
  }
  return {
    tell: (message, transfer = []) => worker.postMessage(message, transfer),
    stop: () => worker.terminate(),
  }
}

/** The same engine in the page, whose code is loaded only then. Each message is a task of its own. */
export function startInPage({ heard, failed }: Listener): RunningEngine {
  let stopped = false
  const engine = import(/* webpackChunkName: "lists-in-page" */ './listEngine').then(
    ({ ListEngine }) => new ListEngine((message) => !stopped && heard(message)),
  )
  engine.catch(() => !stopped && failed())
  return {
    tell: (message) =>
      void setTimeout(
        () =>
          void engine.then(
            (ready) => ready.receive(message),
            () => undefined,
          ),
        0,
      ),
    stop: () => {
      stopped = true
    },
  }
}
