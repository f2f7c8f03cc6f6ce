import { deadlines } from '../client/loadCode'
import type { FromEngine, ToEngine } from './listEngine'

export interface RunningEngine {
  post: (message: ToEngine, transfer?: Transferable[]) => void
  stop: () => void
}

interface Events {
  onMessage: (message: FromEngine) => void
  /** May be called again for a stopped engine. */
  onFailed: (engine: RunningEngine) => void
}

/** In the page where no worker can be made. */
export function startEngine(events: Events): RunningEngine {
  // jsdom has none: nothing has failed
  if (typeof Worker === 'undefined') return inPage(events)
  try {
    return startWorker(events)
  } catch {
    return startEngineInPage(events)
  }
}

function startWorker({ onMessage, onFailed }: Events): RunningEngine {
  const worker = new Worker(/* webpackChunkName: "list-worker" */ new URL('./listWorker.ts', import.meta.url))
  const engine: RunningEngine = {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    stop: () => {
      clearTimeout(giveUp)
      worker.terminate()
    },
  }
  // a file that hangs fires no error event
  const giveUp = setTimeout(() => onFailed(engine), deadlines().codeGiveUpMs)
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
    clearTimeout(giveUp)
    onMessage(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    onFailed(engine)
  }
  return engine
}

/** Its code is loaded only then. */
export function startEngineInPage(events: Events): RunningEngine {
  console.warn('The list worker failed: lists are searched and sorted in the page.')
  return inPage(events)
}

function inPage({ onMessage, onFailed }: Events): RunningEngine {
  let isStopped = false
  const loading = import(/* webpackChunkName: "lists-in-page" */ './listEngine').then(
    ({ ListEngine }) => new ListEngine((message) => !isStopped && onMessage(message)),
  )
  const receive = (message: ToEngine) =>
    void loading.then((ready) => isStopped || ready.receive(message)).catch(() => onFailed(engine))
  const engine: RunningEngine = {
    // each message is a task of its own: the page stays alive between two
    post: (message) => void setTimeout(() => receive(message), 0),
    stop: () => {
      isStopped = true
    },
  }
  return engine
}
