import { deadlines } from '../client/loadCode'
import {
  COMPLETE_VERSION,
  FIRST_ROWS_VERSION,
  type AnyRow,
  type FromWorker,
  type List,
  type ListFormat,
  type ListKindName,
  type ListRef,
  ROWS_PER_MESSAGE,
  type ToWorker,
  type ViewResult,
} from './listKinds'

/** Runs the list worker, in its own thread or in the page. */
interface Runner {
  post: (message: ToWorker, transfer?: Transferable[]) => void
  stop: () => void
}

interface RunnerEvents {
  onMessage: (message: FromWorker) => void
  /** May be called again after the first failure, and after `stop`. */
  onFailed: () => void
}

type StartRunner = (events: RunnerEvents) => Runner

/** Starts a worker, or runs in the page if no worker can be made. */
export const startRunner: StartRunner = (events) => {
  // jsdom has no workers, so nothing has failed
  if (typeof Worker === 'undefined') return runInPage(events)
  try {
    return startWorker(events)
  } catch {
    return startInPage(events)
  }
}

const startWorker: StartRunner = ({ onMessage, onFailed }) => {
  const worker = new Worker(/* webpackChunkName: "list-worker" */ new URL('./listWorker.ts', import.meta.url))
  // a file that hangs fires no error event
  const giveUp = setTimeout(onFailed, deadlines().codeGiveUpMs)
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    clearTimeout(giveUp)
    onMessage(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    onFailed()
  }
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    stop: () => {
      clearTimeout(giveUp)
      worker.terminate()
    },
  }
}

/** Used after a failure. */
export const startInPage: StartRunner = (events) => {
  console.warn('The list worker failed: lists are searched and sorted in the page.')
  return runInPage(events)
}

/** Loads the worker's code into the page, only when it is needed. */
const runInPage: StartRunner = ({ onMessage, onFailed }) => {
  let isStopped = false
  const loading = import(/* webpackChunkName: "lists-in-page" */ './listWorker').then(
    ({ ListWorker }) => new ListWorker((message) => !isStopped && onMessage(message)),
  )
  const receive = (message: ToWorker) =>
    void loading.then((worker) => isStopped || worker.receive(message)).catch(onFailed)
  return {
    // each message is its own task, so that the page stays responsive in between
    post: (message) => void setTimeout(() => receive(message), 0),
    stop: () => {
      isStopped = true
    },
  }
}

/** `lost`: the worker was lost. */
type Outcome = 'complete' | 'invalid' | 'lost'

/** A list whose bytes go to the worker, and whose rows are returned. */
interface Download {
  /** The rows received so far. */
  rows: AnyRow[]
  /** Sends the next bytes of the answer. */
  send: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Called after the last bytes. */
  end: () => void
  /** Resolves when all rows have arrived. */
  outcome: Promise<Outcome>
}

interface DownloadOptions {
  id: string
  kind: ListKindName
  format: ListFormat
  /** The previous list; its unchanged rows come back as the same objects. */
  before: List | undefined
  /** Called once, unless all bytes have already arrived. */
  onFirstRows: () => void
}

interface PendingDownload {
  rows: AnyRow[]
  before: readonly AnyRow[]
  /** Null once called, or once the complete list is about to follow. */
  onFirstRows: (() => void) | null
  onEnd: (outcome: Outcome) => void
}

/** A worker, from its start until it is stopped or lost, and everything the page is waiting for from it. */
export class WorkerLink {
  /** The lists that the worker has, or will have after the messages sent so far. */
  readonly versions = new Map<string, number>()
  private readonly downloads = new Map<string, PendingDownload>()
  /** Searches waiting for an answer, by number. */
  readonly searches = new Map<number, (result: ViewResult | null) => void>()
  private searchCount = 0
  private isLost = false
  private readonly runner: Runner
  private readonly onLost: () => void

  /** @param onLost called once, before what is pending ends */
  constructor(start: StartRunner, onLost: () => void) {
    this.onLost = onLost
    this.runner = start({
      onMessage: (message) => this.onMessage(message),
      onFailed: () => this.lose(),
    })
  }

  post(message: ToWorker, transfer?: Transferable[]): void {
    this.runner.post(message, transfer)
  }

  stop(): void {
    this.isLost = true
    this.runner.stop()
  }

  isDownloading(id: string): boolean {
    return this.downloads.has(id)
  }

  download({ id, kind, format, before, onFirstRows }: DownloadOptions): Download {
    const rows: AnyRow[] = []
    const outcome = new Promise<Outcome>((onEnd) => {
      this.downloads.set(id, { rows, before: before?.rows ?? [], onFirstRows, onEnd })
    })
    this.versions.set(id, FIRST_ROWS_VERSION)
    this.post({ type: 'read', id, kind, format, before: before ? refOf(before) : null })
    return {
      rows,
      send: (bytes) => this.post({ type: 'bytes', id, bytes }, [bytes.buffer]),
      end: () => {
        const pending = this.downloads.get(id)
        if (!pending) return
        pending.onFirstRows = null
        this.versions.set(id, COMPLETE_VERSION)
        this.post({ type: 'end', id })
      },
      outcome: outcome.finally(() => this.downloads.delete(id)),
    }
  }

  /** Sends all rows of a list. */
  add({ kind, id, version, rows }: List): void {
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_MESSAGE) {
      const last = from + ROWS_PER_MESSAGE >= rows.length
      const some = rows.slice(from, from + ROWS_PER_MESSAGE)
      this.post({ type: 'add', kind, list: { id, version }, rows: some, last })
    }
    this.versions.set(id, version)
  }

  /** Null if the worker is lost. */
  find(message: Omit<Extract<ToWorker, { type: 'find' }>, 'type' | 'search'>): Promise<ViewResult | null> {
    const search = ++this.searchCount
    return new Promise<ViewResult | null>((resolve) => {
      this.searches.set(search, resolve)
      this.post({ type: 'find', search, ...message })
    })
  }

  /** Also ends a download. */
  drop(id: string): void {
    this.downloads.delete(id)
    if (this.versions.delete(id)) this.post({ type: 'drop', id })
  }

  private lose(): void {
    if (this.isLost) return
    this.stop()
    this.onLost()
    for (const { onEnd } of this.downloads.values()) onEnd('lost')
    for (const resolve of this.searches.values()) resolve(null)
  }

  private onMessage(message: FromWorker): void {
    if (message.type === 'ready') return
    if (message.type === 'found') {
      this.searches.get(message.search)?.(message.result)
      return void this.searches.delete(message.search)
    }
    const download = this.downloads.get(message.id)
    if (message.type !== 'rows') return download?.onEnd(message.type)
    if (!download) return
    download.rows.push(...message.rows.map((row) => (typeof row === 'number' ? download.before[row]! : row)))
    download.onFirstRows?.()
    download.onFirstRows = null
  }
}

export const refOf = ({ id, version }: ListRef): ListRef => ({ id, version })
