import type { AxiosResponse } from 'axios'
import { CallError } from '../client/errors'
import { http, lostAnswer } from '../client/http'
import type { FromEngine, SentRow, ToEngine } from './listEngine'
import type { Found } from './listIndex'
import {
  FIRST_ROWS_VERSION,
  LIST_KINDS,
  type Identity,
  type ListFilters,
  type ListKindName,
  type ListRef,
  type ListRows,
  type ListView,
  ROWS_A_MESSAGE,
  type RowChange,
  COMPLETE_VERSION,
} from './listKinds'

/** A list as the page holds it. A change makes another one of the same id, with the next version. */
export interface ListSnapshot<Kind extends ListKindName = ListKindName> extends ListRef {
  kind: Kind
  rows: readonly ListRows[Kind][]
  /** The others are on their way: these are only the first rows. */
  arriving: boolean
}

type Row = ListRows[ListKindName]
type Answer = Extract<FromEngine, { question: number }>

/** How the reading of a list ends: 'lost' with an engine that failed. */
type Outcome = 'complete' | 'invalid' | 'lost'

/** A list that is being read: where its rows go. */
interface IncomingList {
  rows: Row[]
  before: readonly Row[]
  onRows: () => void
  onEnd: (outcome: Outcome) => void
}

/** Null where the answer has no body. */
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>> | null

const ACCEPT = 'application/x-ndjson, application/json;q=0.9'

interface ReadOptions<Kind extends ListKindName> {
  path: string
  kind: Kind
  signal: AbortSignal
  /** What was read before: its rows stay the same objects where nothing has changed. */
  before?: ListSnapshot<Kind> | undefined
  /** Is given the first rows of a list that is still on its way; once, or never. */
  showFirst?: (list: ListSnapshot<Kind>) => void
}

/** A list engine, in a worker or in the page. */
interface RunningEngine {
  post: (message: ToEngine, transfer?: Transferable[]) => void
  stop: () => void
}

/** An engine may fail with a list or a question: how often both are tried. */
const MOST_ATTEMPTS = 3

/** The page's side of the engine that searches and sorts lists. The page owns the rows; the engine may be lost. */
class Lists {
  private engine: RunningEngine | null = null
  private start: () => RunningEngine = () => this.startWorker()
  /** Ids of the lists in the query cache: the others are dropped. */
  private held: ReadonlySet<string> = new Set()
  private readonly inEngine = new Set<string>()
  private readonly readings = new Map<string, IncomingList>()
  private readonly questions = new Map<number, { ask: () => void; resolve: (answer: Answer) => void }>()
  private count = 0

  /**
   * GETs a list. The engine parses what comes; the page only takes its rows.
   * @returns `before` itself where nothing has changed
   * @throws CallError also where the answer is no list
   */
  async read<Kind extends ListKindName>(
    options: ReadOptions<Kind>,
    attempt = 1,
  ): Promise<ListSnapshot<Kind>> {
    const { path, kind, signal, before } = options
    const response = await http.get<Bytes>(path, {
      adapter: 'fetch',
      responseType: 'stream',
      // axios would name itself; Firefox sends that, and servers of other origins do not allow it
      headers: { Accept: ACCEPT, 'User-Agent': false },
      signal,
    })
    const list = { id: this.newId(), kind, version: COMPLETE_VERSION, arriving: false }
    const { rows, outcome } = await this.receive(list, response, options)
    // the bytes went with the engine
    if (outcome === 'lost' && attempt < MOST_ATTEMPTS) return this.read(options, attempt + 1)
    if (outcome !== 'complete') throw new CallError(`${path} answered no list`)
    if (before && isUnchanged(rows, before.rows)) return before
    return { ...list, rows: rows as ListRows[Kind][] }
  }

  private async receive<Kind extends ListKindName>(
    { id, kind }: ListRef & { kind: Kind },
    response: AxiosResponse<Bytes>,
    { before, signal, showFirst }: ReadOptions<Kind>,
  ): Promise<{ rows: Row[]; outcome: Outcome }> {
    const reader = response.data?.getReader()
    const cancel = () => void reader?.cancel().catch(() => undefined)
    const rows: Row[] = []
    const ended = new Promise<Outcome>((resolve) => {
      let isFirst = true
      const onRows = () => {
        if (!isFirst || !showFirst) return
        isFirst = false
        const first = { id, kind, version: FIRST_ROWS_VERSION, arriving: true }
        showFirst({ ...first, rows: [...rows] as ListRows[Kind][] })
      }
      this.readings.set(id, { rows, before: before?.rows ?? [], onRows, onEnd: resolve })
    })
    void ended.then((outcome) => outcome !== 'complete' && cancel())
    signal.addEventListener('abort', cancel)
    const lines = String(response.headers['content-type']).includes('ndjson')
    const seen = before ? { id: before.id, version: before.version } : null
    try {
      this.inEngine.add(id)
      this.post({ type: 'read', id, kind, lines, before: seen })
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        this.post({ type: 'bytes', id, bytes: part.value }, [part.value.buffer])
      }
      signal.throwIfAborted()
      // all bytes are there: the whole list follows the first rows at once
      this.readings.get(id)!.onRows = () => undefined
      this.post({ type: 'end', id })
      const outcome = await ended
      signal.throwIfAborted()
      this.readings.delete(id)
      return { rows, outcome }
    } catch (error) {
      this.readings.delete(id)
      this.dropUnused()
      signal.throwIfAborted()
      throw lostAnswer(error, response.config)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** A list of rows that the page has put together. */
  of<Kind extends ListKindName>(kind: Kind, rows: readonly ListRows[Kind][]): ListSnapshot<Kind> {
    return { id: this.newId(), kind, version: COMPLETE_VERSION, rows, arriving: false }
  }

  /** The list with one row put in, in place of the one with its identity or behind the others, or taken out. */
  change<Kind extends ListKindName>(
    list: ListSnapshot<Kind>,
    change: RowChange<ListRows[Kind]>,
  ): ListSnapshot<Kind> {
    const identityOf = LIST_KINDS[list.kind].identityOf as (row: ListRows[Kind]) => Identity | null
    const version = list.version + 1
    if (this.inEngine.has(list.id)) this.post({ type: 'change', id: list.id, version, change })
    return { ...list, version, rows: changeRows(list.rows, identityOf, change) }
  }

  /**
   * @param others lists that the view's filter names
   * @param isWanted false once the answer is no longer needed
   * @returns null then
   */
  async find<Kind extends ListKindName>(
    list: ListSnapshot<Kind>,
    view: ListView<ListFilters[Kind]>,
    {
      others = [],
      isWanted = () => true,
    }: { others?: readonly ListSnapshot[]; isWanted?: () => boolean } = {},
  ): Promise<Found | null> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && isWanted(); attempt += 1) {
      const answer = await this.ask({ id: list.id, version: list.version }, view)
      if (answer.type === 'found') return answer.found
      const missing = [list, ...others].find(({ id }) => id === answer.id)
      if (missing && isWanted()) this.sendRows(missing)
    }
    return null
  }

  private async ask(list: ListRef, view: ListView<ListFilters[ListKindName]>): Promise<Answer> {
    const question = ++this.count
    const answer = await new Promise<Answer>((resolve) => {
      const ask = () => this.post({ type: 'find', question, list, view })
      this.questions.set(question, { ask, resolve })
      ask()
    })
    this.questions.delete(question)
    return answer
  }

  /** Drops all lists but these, and ends the engine where none is left. */
  keepOnly(held: ReadonlySet<string>): void {
    this.held = held
    this.dropUnused()
  }

  private dropUnused(): void {
    for (const id of this.inEngine) {
      if (this.held.has(id) || this.readings.has(id)) continue
      this.inEngine.delete(id)
      this.post({ type: 'drop', id })
    }
    if (this.inEngine.size === 0 && this.held.size === 0) this.end()
  }

  private end(): void {
    this.engine?.stop()
    this.engine = null
    this.questions.clear()
  }

  private sendRows({ kind, id, version, rows }: ListSnapshot): void {
    this.inEngine.add(id)
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_A_MESSAGE) {
      const last = from + ROWS_A_MESSAGE >= rows.length
      const some = rows.slice(from, from + ROWS_A_MESSAGE)
      this.post({ type: 'add', kind, list: { id, version }, rows: some, last })
    }
  }

  private newId(): string {
    this.count += 1
    return `list ${this.count}`
  }

  private post(message: ToEngine, transfer?: Transferable[]): void {
    this.engine ??= this.start()
    this.engine.post(message, transfer)
  }

  private startWorker(): RunningEngine {
    try {
      const worker = new Worker(
        /* webpackChunkName: "list-worker" */ new URL('./listWorker.ts', import.meta.url),
      )
      worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.onMessage(data)
      worker.onerror = (event) => {
        event.preventDefault()
        worker.terminate()
        this.searchInPage()
        this.onEngineLost()
      }
      return {
        post: (message, transfer = []) => worker.postMessage(message, transfer),
        stop: () => worker.terminate(),
      }
    } catch {
      this.searchInPage()
      return this.startInPage()
    }
  }

  private searchInPage(): void {
    console.warn('The worker of the lists has failed: they are searched and sorted in the page.')
    this.start = () => this.startInPage()
  }

  /** The same engine in the page, whose code is loaded only then. */
  private startInPage(): RunningEngine {
    let isStopped = false
    const loading = import(/* webpackChunkName: "lists-in-page" */ './listEngine').then(
      ({ ListEngine }) => new ListEngine((message) => !isStopped && this.onMessage(message)),
    )
    loading.catch(() => !isStopped && this.onEngineLost())
    const ignore = () => undefined
    return {
      // each message is a task of its own: the page stays alive between two
      post: (message) =>
        void setTimeout(() => void loading.then((engine) => engine.receive(message), ignore), 0),
      stop: () => {
        isStopped = true
      },
    }
  }

  /** What the engine knew is gone: lists are read again, questions asked again. */
  private onEngineLost(): void {
    this.engine = null
    this.inEngine.clear()
    for (const { onEnd } of this.readings.values()) onEnd('lost')
    for (const { ask } of this.questions.values()) ask()
  }

  private readonly onMessage = (message: FromEngine): void => {
    if ('question' in message) return this.questions.get(message.question)?.resolve(message)
    const reading = this.readings.get(message.id)
    if (message.type !== 'rows') return reading?.onEnd(message.type)
    reading?.rows.push(
      ...message.rows.map((row: SentRow) => (typeof row === 'number' ? reading.before[row]! : row)),
    )
    reading?.onRows()
  }
}

/** The rows with one change, as the engine makes it too: indexes mean the same rows on both sides. */
export function changeRows<Row>(
  rows: readonly Row[],
  identityOf: (row: Row) => Identity | null,
  change: RowChange<Row>,
): Row[] {
  const identity = 'put' in change ? identityOf(change.put) : change.remove
  const index = rows.findIndex((row) => identity !== null && identityOf(row) === identity)
  if ('remove' in change) return index === -1 ? [...rows] : rows.toSpliced(index, 1)
  return index === -1 ? [...rows, change.put] : rows.with(index, change.put)
}

const isUnchanged = (rows: readonly Row[], before: readonly Row[]): boolean =>
  rows.length === before.length && rows.every((row, index) => row === before[index])

export const lists = new Lists()
