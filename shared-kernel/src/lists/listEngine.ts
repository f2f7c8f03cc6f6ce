import type { User } from '../contracts/user'
import { asRecord } from '../contracts/wireReaders'
import { blockedOwners } from '../domain/blockedBranch'
import { ListIndex, type Found } from './searchAndSort'
import {
  FIRST_ROWS_VERSION,
  LIST_KINDS,
  type ListFilters,
  type ListKindName,
  type ListRef,
  type ListRows,
  type ListView,
  ROWS_A_MESSAGE,
  type RowChange,
  COMPLETE_VERSION,
} from './listKinds'

type Row = ListRows[ListKindName]
type Filter = ListFilters[ListKindName]

export type ToEngine =
  /** Rows equal to those in `before` are not sent again. */
  | { type: 'read'; id: string; kind: ListKindName; format: ListFormat; before: ListRef | null }
  | { type: 'bytes'; id: string; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; id: string }
  /** Rows that the engine does not know, in several messages. */
  | { type: 'add'; kind: ListKindName; list: ListRef; rows: readonly Row[]; last: boolean }
  | { type: 'change'; id: string; version: number; change: RowChange<Row> }
  | { type: 'find'; question: number; list: ListRef; view: ListView<Filter> }
  | { type: 'drop'; id: string }

/** A row, or the index of the same row in the list as it was before. */
export type SentRow = Row | number

export type FromEngine =
  | { type: 'ready' }
  | { type: 'rows'; id: string; rows: readonly SentRow[] }
  | { type: 'complete'; id: string }
  | { type: 'invalid'; id: string }
  | { type: 'found'; question: number; found: Found }

type Send = (message: FromEngine, transfer?: Transferable[]) => void

/** After this many rows, their names are sorted during the download, which takes some 50 ms. */
const ROWS_LEARNED = 10 * ROWS_A_MESSAGE

/** Enough to fill a screen, and sent at once. */
const FIRST_ROWS = 50

interface Known {
  index: ListIndex<Row, Filter>
  version: number
}

export type ListFormat = 'array' | 'lines' | 'counted lines'

/** Runs in a worker or in the page. The page has the rows too, so that a lost engine can be replaced. */
export class ListEngine {
  private readonly lists = new Map<string, Known>()
  private readonly reading = new Map<string, Reading>()
  private readonly send: Send

  constructor(send: Send) {
    this.send = send
  }

  receive(message: ToEngine): void {
    switch (message.type) {
      case 'read':
        return this.read(message)
      case 'bytes':
        return this.reading.get(message.id)?.take((reader) => reader.read(message.bytes))
      case 'end':
        this.reading.get(message.id)?.end()
        return void this.reading.delete(message.id)
      case 'add':
        return this.add(message)
      case 'change':
        return this.change(message)
      case 'find':
        return this.find(message)
      case 'drop':
        this.lists.delete(message.id)
        return void this.reading.delete(message.id)
    }
  }

  private newIndex(kind: ListKindName): ListIndex<Row, Filter> {
    // the rows, filters and kind of one list belong together, which no type can say of a table of kinds
    return new ListIndex(
      LIST_KINDS[kind] as never,
      (users, userId) => this.known(users).index.branchById(userId),
      (users) => blockedOwners(this.known(users).index.rows as User[]),
    )
  }

  private read({ id, kind, format, before }: Extract<ToEngine, { type: 'read' }>): void {
    const known = before && this.lists.get(before.id)
    const reading = new Reading({
      id,
      normalise: LIST_KINDS[kind].normalise,
      reader: READERS[format](),
      index: this.newIndex(kind),
      before: before && known?.version === before.version ? known.index : undefined,
      send: this.send,
      keep: (index, version) => this.lists.set(id, { index, version }),
    })
    this.reading.set(id, reading)
  }

  private add({ kind, list, rows, last }: Extract<ToEngine, { type: 'add' }>): void {
    const known = this.lists.get(list.id)
    const index = known?.version === PARTIAL_VERSION ? known.index : this.newIndex(kind)
    for (const row of rows) index.add(row)
    this.lists.set(list.id, { index, version: last ? list.version : PARTIAL_VERSION })
  }

  private change({ id, version, change }: Extract<ToEngine, { type: 'change' }>): void {
    const known = this.known({ id, version: version - 1 })
    known.index.change(change)
    known.version = version
  }

  private known({ id, version }: ListRef): Known {
    const known = this.lists.get(id)
    if (known?.version !== version) throw new Error(`${id} is not known in version ${version}`)
    return known
  }

  private find({ question, list, view }: Extract<ToEngine, { type: 'find' }>): void {
    const found = this.known(list).index.find(view)
    const { indexes, tree } = found
    const arrays = tree ? [indexes, tree.indexes, tree.places, tree.below!] : [indexes]
    this.send(
      { type: 'found', question, found },
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    )
  }
}

/** Some rows are still to come. */
const PARTIAL_VERSION = -1

interface ReadingOptions {
  id: string
  normalise: (item: unknown) => Row | null
  reader: RowReader
  index: ListIndex<Row, Filter>
  before: ListIndex<Row, Filter> | undefined
  send: Send
  keep: (index: ListIndex<Row, Filter>, version: number) => void
}

class Reading {
  private unsent: SentRow[] = []
  private sentFirst = false
  private isInvalid = false
  private readonly options: ReadingOptions

  constructor(options: ReadingOptions) {
    this.options = options
    if (options.before) options.index.useRanksOf(options.before)
  }

  take(itemsOf: (reader: RowReader) => readonly unknown[]): void {
    if (this.isInvalid) return
    const { id, index, normalise, reader, send } = this.options
    try {
      for (const item of itemsOf(reader)) {
        const row = normalise(item)
        if (row === null || !index.add(row)) continue
        this.unsent.push(this.sameBefore(row) ?? row)
        if (!this.sentFirst && this.unsent.length === FIRST_ROWS) this.flushFirst()
        else if (this.unsent.length === ROWS_A_MESSAGE) this.flush()
        if (index.rows.length % ROWS_LEARNED === 0) index.learnNames(index.rows.length - ROWS_LEARNED)
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.isInvalid = true
      send({ type: 'invalid', id })
    }
  }

  end(): void {
    this.take((reader) => reader.end())
    if (this.isInvalid) return
    const { id, index, send, keep } = this.options
    this.flush()
    index.prepare()
    keep(index, COMPLETE_VERSION)
    send({ type: 'complete', id })
  }

  private flushFirst(): void {
    const { index, keep } = this.options
    this.sentFirst = true
    keep(index.copy(), FIRST_ROWS_VERSION)
    this.flush()
  }

  private flush(): void {
    const { id, send } = this.options
    send({ type: 'rows', id, rows: this.unsent })
    this.unsent = []
  }

  private sameBefore(row: Row): number | undefined {
    const { before } = this.options
    const index = before?.indexOf(row)
    return index !== undefined && isSame(row, before!.rows[index]!) ? index : undefined
  }
}

const isSame = (a: Row, b: Row): boolean =>
  (Object.keys(a) as (keyof Row)[]).every((field) => a[field] === b[field])

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
 * Lines of which the last one says that the list is complete, and how many rows it has: an answer without it was cut
 * off, even where the connection ended as after a whole answer.
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

/** Parsed when complete, because nothing tells where an item ends. */
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
