import type { AxiosResponse } from 'axios'
import { CallError } from '../client/errors'
import { http, noAnswer } from '../client/http'
import type { FromEngine, ListFormat, SentRow, ToEngine } from './listEngine'
import type { Found } from './searchAndSort'
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
import { startEngine, startEngineInPage, type RunningEngine } from './startEngine'

/** A change makes another snapshot of the same id, with the next version. */
export interface ListSnapshot<Kind extends ListKindName = ListKindName> extends ListRef {
  kind: Kind
  rows: readonly ListRows[Kind][]
  /** Only the first rows; the others are still being received. */
  arriving: boolean
}

type Row = ListRows[ListKindName]
type Outcome = 'complete' | 'invalid' | 'lost'

interface IncomingList {
  rows: Row[]
  before: readonly Row[]
  /** Null once called, or once the complete list is about to follow. */
  onFirstRows: (() => void) | null
  onEnd: (outcome: Outcome) => void
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>> | null

const COMPLETE = 'complete=true'
/** Servers that do not know the parameter send lines without an end, or an array. */
const ACCEPT = `application/x-ndjson;${COMPLETE}, application/x-ndjson;q=0.95, application/json;q=0.9`

function formatOf({ headers }: AxiosResponse): ListFormat {
  const type = String(headers['content-type'])
  if (!type.includes('ndjson')) return 'array'
  return type.includes(COMPLETE) ? 'counted lines' : 'lines'
}

interface ReadOptions<Kind extends ListKindName> {
  path: string
  kind: Kind
  signal: AbortSignal
  /** Read before: unchanged rows stay the same objects. */
  before?: ListSnapshot<Kind> | undefined
  /** Called at most once, with the first rows of a list that is still being received. */
  showFirst?: (list: ListSnapshot<Kind>) => void
  /** Called at each part of the answer. */
  onBytes?: () => void
}

/** First in a worker, then in the page. */
const MAX_ATTEMPTS = 3

/** The page's side of the list engine, which may fail. */
class Lists {
  private engine: RunningEngine | null = null
  private readonly events = {
    onMessage: (message: FromEngine) => this.onMessage(message),
    onFailed: (engine: RunningEngine) => this.onEngineFailed(engine),
  }
  private start = startEngine
  private held: ReadonlySet<string> = new Set()
  /** The lists that the engine has, or will have after its pending messages. */
  private readonly versions = new Map<string, number>()
  private readonly readings = new Map<string, IncomingList>()
  private readonly questions = new Map<number, (found: Found | null) => void>()
  private count = 0

  /** @returns `before` itself if nothing has changed @throws CallError also if the answer is not a list */
  async read<Kind extends ListKindName>(
    options: ReadOptions<Kind>,
    attempt = 1,
  ): Promise<ListSnapshot<Kind>> {
    const { path, kind, signal, before } = options
    const response = await http.get<Bytes>(path, {
      adapter: 'fetch',
      responseType: 'stream',
      // removes axios' own User-Agent header: Firefox sends it, and servers of other origins do not allow it
      headers: { Accept: ACCEPT, 'User-Agent': false },
      signal,
    })
    const list = { id: this.newId(), kind, version: COMPLETE_VERSION, arriving: false }
    const { rows, outcome } = await this.receive(list, response, options)
    if (outcome !== 'complete') this.drop(list.id)
    // the bytes are lost with the engine
    if (outcome === 'lost' && attempt < MAX_ATTEMPTS) return this.read(options, attempt + 1)
    if (outcome !== 'complete') throw new CallError(`${path} answered no list`)
    if (before && isUnchanged(rows, before.rows)) return before
    return { ...list, rows: rows as ListRows[Kind][] }
  }

  private async receive<Kind extends ListKindName>(
    { id, kind }: ListRef & { kind: Kind },
    response: AxiosResponse<Bytes>,
    { before, signal, showFirst, onBytes }: ReadOptions<Kind>,
  ): Promise<{ rows: Row[]; outcome: Outcome }> {
    const reader = response.data?.getReader()
    const cancel = () => void reader?.cancel().catch(() => undefined)
    const rows: Row[] = []
    const showRows = () => {
      const first = { id, kind, version: FIRST_ROWS_VERSION, arriving: true }
      showFirst?.({ ...first, rows: [...rows] as ListRows[Kind][] })
    }
    const ended = new Promise<Outcome>((onEnd) => {
      this.readings.set(id, { rows, before: before?.rows ?? [], onFirstRows: showRows, onEnd })
    })
    void ended.then((outcome) => outcome !== 'complete' && cancel())
    signal.addEventListener('abort', cancel)
    const beforeRef = before ? { id: before.id, version: before.version } : null
    try {
      this.post({ type: 'read', id, kind, format: formatOf(response), before: beforeRef })
      this.versions.set(id, FIRST_ROWS_VERSION)
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        onBytes?.()
        this.post({ type: 'bytes', id, bytes: part.value }, [part.value.buffer])
      }
      signal.throwIfAborted()
      // all bytes are there: the complete list follows the first rows at once
      this.readings.get(id)!.onFirstRows = null
      if (this.versions.has(id)) this.versions.set(id, COMPLETE_VERSION)
      this.post({ type: 'end', id })
      const outcome = await ended
      signal.throwIfAborted()
      this.readings.delete(id)
      return { rows, outcome }
    } catch (error) {
      this.readings.delete(id)
      this.drop(id)
      this.dropUnused()
      signal.throwIfAborted()
      throw noAnswer(error, response.config)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  of<Kind extends ListKindName>(kind: Kind, rows: readonly ListRows[Kind][]): ListSnapshot<Kind> {
    return { id: this.newId(), kind, version: COMPLETE_VERSION, rows, arriving: false }
  }

  /** Replaces one row, appends a new one, or removes it. */
  change<Kind extends ListKindName>(
    list: ListSnapshot<Kind>,
    change: RowChange<ListRows[Kind]>,
  ): ListSnapshot<Kind> {
    const identityOf = LIST_KINDS[list.kind].identityOf as (row: ListRows[Kind]) => Identity | null
    const version = list.version + 1
    if (this.versions.get(list.id) === list.version) {
      this.post({ type: 'change', id: list.id, version, change })
      this.versions.set(list.id, version)
    } else this.drop(list.id)
    return { ...list, version, rows: changeRows(list.rows, identityOf, change) }
  }

  /** @returns null once unwanted, or if the list has a newer version @throws Error if no engine answers */
  async find<Kind extends ListKindName>(
    list: ListSnapshot<Kind>,
    view: ListView<ListFilters[Kind]>,
    {
      others = [],
      isWanted = () => true,
    }: { others?: readonly ListSnapshot[]; isWanted?: () => boolean } = {},
  ): Promise<Found | null> {
    const needed: readonly ListSnapshot[] = [list, ...others]
    const known = ({ id }: ListSnapshot) => this.versions.get(id) ?? -1
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (!isWanted() || needed.some((each) => known(each) > each.version)) return null
      for (const each of needed) if (known(each) < each.version) this.sendRows(each)
      const found = await this.ask({ id: list.id, version: list.version }, view)
      if (found) return found
    }
    throw new Error('The list can be neither searched nor sorted')
  }

  /** Null if the engine failed. */
  private async ask(list: ListRef, view: ListView<ListFilters[ListKindName]>): Promise<Found | null> {
    const question = ++this.count
    const found = new Promise<Found | null>((resolve) => this.questions.set(question, resolve))
    this.post({ type: 'find', question, list, view })
    return found.finally(() => this.questions.delete(question))
  }

  /** Drops all other lists, and stops the engine if none is left. */
  keepOnly(held: ReadonlySet<string>): void {
    this.held = held
    this.dropUnused()
  }

  private dropUnused(): void {
    for (const id of [...this.versions.keys()]) {
      if (!this.held.has(id) && !this.readings.has(id)) this.drop(id)
    }
    if (this.versions.size === 0 && this.held.size === 0) this.end()
  }

  private drop(id: string): void {
    if (this.versions.delete(id)) this.post({ type: 'drop', id })
  }

  private end(): void {
    this.engine?.stop()
    this.engine = null
    this.questions.clear()
    // the next session tries a worker again
    this.start = startEngine
  }

  private sendRows({ kind, id, version, rows }: ListSnapshot): void {
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_A_MESSAGE) {
      const last = from + ROWS_A_MESSAGE >= rows.length
      const some = rows.slice(from, from + ROWS_A_MESSAGE)
      this.post({ type: 'add', kind, list: { id, version }, rows: some, last })
    }
    this.versions.set(id, version)
  }

  private newId(): string {
    this.count += 1
    return `list ${this.count}`
  }

  private post(message: ToEngine, transfer?: Transferable[]): void {
    this.engine ??= this.start(this.events)
    this.engine.post(message, transfer)
  }

  /** Lists are read again and pending views are requested again. */
  private onEngineFailed(engine: RunningEngine): void {
    engine.stop()
    // a stopped engine may still report an error
    if (this.engine !== engine) return
    this.engine = null
    this.start = startEngineInPage
    this.versions.clear()
    for (const { onEnd } of this.readings.values()) onEnd('lost')
    for (const resolve of this.questions.values()) resolve(null)
  }

  private onMessage(message: FromEngine): void {
    if (message.type === 'ready') return
    if (message.type === 'found') return this.questions.get(message.question)?.(message.found)
    const reading = this.readings.get(message.id)
    if (message.type !== 'rows') return reading?.onEnd(message.type)
    if (!reading) return
    reading.rows.push(
      ...message.rows.map((row: SentRow) => (typeof row === 'number' ? reading.before[row]! : row)),
    )
    reading.onFirstRows?.()
    reading.onFirstRows = null
  }
}

/** The same change as in the engine: indexes mean the same rows on both sides. */
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
