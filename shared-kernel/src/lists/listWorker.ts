import type { User } from '../contracts/user'
import { asRecord } from '../contracts/wireReaders'
import { blockedOwners } from '../domain/blockedBranch'
import { type IndexedRows, ListIndex } from './searchAndSort'
import {
  COMPLETE_VERSION,
  FIRST_ROWS_VERSION,
  LIST_KINDS,
  ROWS_PER_MESSAGE,
  type AnyFilter,
  type AnyRow,
  type FromWorker,
  type ListFormat,
  type ListKindName,
  type ListRef,
  type ToWorker,
} from './listKinds'

type Send = (message: FromWorker, transfer?: Transferable[]) => void

/** During the download, the names of every batch of this many rows are sorted, which takes some 50 ms. */
const RANK_BATCH_ROWS = 10 * ROWS_PER_MESSAGE

/** Enough to fill a screen, and sent at once. */
const FIRST_ROWS = 50

type Index = ListIndex<AnyRow, AnyFilter>

interface IndexedList {
  index: Index
  version: number
}

/** The version of a list whose rows have not all arrived yet. */
const PARTIAL_VERSION = -1

/** Parses, searches and sorts lists, in a worker or in the page. */
export class ListWorker {
  private readonly lists = new Map<string, IndexedList>()
  private readonly downloads = new Map<string, Download>()
  private readonly send: Send

  constructor(send: Send) {
    this.send = send
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case 'read':
        return this.read(message)
      case 'bytes':
        return this.downloads.get(message.id)?.readItems((reader) => reader.read(message.bytes))
      case 'end':
        this.downloads.get(message.id)?.end()
        return void this.downloads.delete(message.id)
      case 'add':
        return this.add(message)
      case 'change':
        return this.change(message)
      case 'find':
        return this.find(message)
      case 'drop':
        this.lists.delete(message.id)
        return void this.downloads.delete(message.id)
    }
  }

  private newIndex(kind: ListKindName): Index {
    // rows, filters and kind of one list belong together, which a type cannot express for a table of kinds
    return new ListIndex(
      LIST_KINDS[kind] as never,
      (users, userId) => this.listAt(users).index.branchById(userId),
      (users) => blockedOwners(this.listAt(users).index.rows as User[]),
    )
  }

  private read({ id, kind, format, before }: Extract<ToWorker, { type: 'read' }>): void {
    const known = before && this.lists.get(before.id)
    const download = new Download({
      id,
      normalise: LIST_KINDS[kind].normalise,
      reader: READERS[format](),
      index: this.newIndex(kind),
      before: before && known?.version === before.version ? known.index : undefined,
      send: this.send,
      storeIndex: (index, version) => this.lists.set(id, { index, version }),
    })
    this.downloads.set(id, download)
  }

  private add({ kind, list, rows, last }: Extract<ToWorker, { type: 'add' }>): void {
    const known = this.lists.get(list.id)
    const index = known?.version === PARTIAL_VERSION ? known.index : this.newIndex(kind)
    for (const row of rows) index.add(row)
    this.lists.set(list.id, { index, version: last ? list.version : PARTIAL_VERSION })
  }

  private change({ id, version, changes }: Extract<ToWorker, { type: 'change' }>): void {
    const known = this.listAt({ id, version: version - 1 })
    for (const download of this.downloads.values()) download.beforeChange(known.index)
    known.index.change(changes)
    known.version = version
  }

  private listAt({ id, version }: ListRef): IndexedList {
    const known = this.lists.get(id)
    if (known?.version !== version) throw new Error(`${id} is not known in version ${version}`)
    return known
  }

  private find({ search, list, view }: Extract<ToWorker, { type: 'find' }>): void {
    const result = this.listAt(list).index.find(view)
    const { indexes, tree } = result
    const arrays = tree ? [indexes, tree.indexes, tree.places, tree.below] : [indexes]
    this.send(
      { type: 'found', search, result },
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    )
  }
}

interface DownloadOptions {
  id: string
  normalise: (item: unknown) => AnyRow | null
  reader: RowReader
  index: Index
  before: Index | undefined
  send: Send
  storeIndex: (index: Index, version: number) => void
}

/** A list whose bytes are arriving. */
class Download {
  private unsent: (AnyRow | number)[] = []
  private sentFirst = false
  private isInvalid = false
  /** The rows that the page already has: for one that is unchanged, only its index is sent. */
  private before: IndexedRows<AnyRow> | undefined
  private readonly options: DownloadOptions

  constructor(options: DownloadOptions) {
    this.options = options
    this.before = options.before
    if (options.before) options.index.inheritRanks(options.before)
  }

  beforeChange(index: Index): void {
    if (this.before === index) this.before = index.snapshot()
  }

  readItems(itemsOf: (reader: RowReader) => readonly unknown[]): void {
    if (this.isInvalid) return
    const { id, index, normalise, reader, send } = this.options
    try {
      for (const item of itemsOf(reader)) {
        const row = normalise(item)
        if (row === null || !index.add(row)) continue
        this.unsent.push(this.indexOfUnchanged(row) ?? row)
        if (!this.sentFirst && this.unsent.length === FIRST_ROWS) this.flushFirst()
        else if (this.unsent.length === ROWS_PER_MESSAGE) this.flush()
        if (index.rows.length % RANK_BATCH_ROWS === 0) index.rankNames(index.rows.length - RANK_BATCH_ROWS)
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.isInvalid = true
      send({ type: 'invalid', id })
    }
  }

  end(): void {
    this.readItems((reader) => reader.end())
    if (this.isInvalid) return
    const { id, index, send, storeIndex } = this.options
    this.flush()
    index.prepare()
    storeIndex(index, COMPLETE_VERSION)
    send({ type: 'complete', id })
  }

  private flushFirst(): void {
    const { index, storeIndex } = this.options
    this.sentFirst = true
    storeIndex(index.copy(), FIRST_ROWS_VERSION)
    this.flush()
  }

  private flush(): void {
    const { id, send } = this.options
    send({ type: 'rows', id, rows: this.unsent })
    this.unsent = []
  }

  private indexOfUnchanged(row: AnyRow): number | undefined {
    const { before } = this
    const index = before?.indexOf(row)
    return index !== undefined && hasSameFields(row, before!.rows[index]!) ? index : undefined
  }
}

const hasSameFields = (a: AnyRow, b: AnyRow): boolean =>
  (Object.keys(a) as (keyof AnyRow)[]).every((field) => a[field] === b[field])

export interface RowReader {
  /** The items that these bytes complete. @throws SyntaxError for invalid JSON */
  read: (bytes: Uint8Array) => readonly unknown[]
  /** The remaining items. @throws SyntaxError if the answer is not a list, or is incomplete */
  end: () => readonly unknown[]
}

export function lineReader(): RowReader {
  const decoder = new TextDecoder()
  let rest = ''
  const itemsIn = (lines: string): unknown[] =>
    lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]))
  return {
    read: (bytes) => {
      const text = rest + decoder.decode(bytes, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      return itemsIn(text.slice(0, end))
    },
    end: () => itemsIn(rest + decoder.decode()),
  }
}

/**
 * Reads lines, the last of which says that the list is complete and how many rows it has. An answer without
 * that line was cut off, even if the connection closed normally.
 */
export function countedLineReader(): RowReader {
  const reader = lineReader()
  let last: readonly unknown[] = []
  let rows = 0
  const allButLast = (items: readonly unknown[]): readonly unknown[] => {
    const all = [...last, ...items]
    last = all.slice(-1)
    rows += Math.max(0, all.length - 1)
    return all.slice(0, -1)
  }
  return {
    read: (bytes) => allButLast(reader.read(bytes)),
    end: () => {
      const items = allButLast(reader.end())
      const end = asRecord(last[0])
      if (end['complete'] !== true || end['rows'] !== rows) throw new SyntaxError('The list was cut off')
      return items
    },
  }
}

/** Parses the array when it is complete, because nothing marks where an item ends. */
export function arrayReader(): RowReader {
  const decoder = new TextDecoder()
  const parts: string[] = []
  return {
    read: (bytes) => {
      parts.push(decoder.decode(bytes, { stream: true }))
      return []
    },
    end: () => {
      const items: unknown = JSON.parse(parts.join('') + decoder.decode())
      if (!Array.isArray(items)) throw new SyntaxError('Not an array')
      return items
    },
  }
}

const READERS: Readonly<Record<ListFormat, () => RowReader>> = {
  array: arrayReader,
  lines: lineReader,
  'counted lines': countedLineReader,
}

/** A TypeScript project has either the types of workers or those of pages. */
interface WorkerScope {
  postMessage: (message: FromWorker, transfer: Transferable[]) => void
  onmessage: (event: MessageEvent<ToWorker>) => void
}

// without workers, the page imports this file and creates a `ListWorker` itself
if ('WorkerGlobalScope' in globalThis) {
  const scope = globalThis as unknown as WorkerScope
  const worker = new ListWorker((message, transfer = []) => scope.postMessage(message, transfer))
  scope.onmessage = ({ data }) => worker.receive(data)
  scope.postMessage({ type: 'ready' }, [])
}
