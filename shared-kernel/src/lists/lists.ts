import type { AxiosResponse } from 'axios'
import { CallError } from '../client/errors'
import { http, noAnswer } from '../client/http'
import {
  type AnyRow,
  COMPLETE_VERSION,
  FIRST_ROWS_VERSION,
  type Identity,
  type List,
  LIST_KINDS,
  type ListFilters,
  type ListFormat,
  type ListKindName,
  type ListRows,
  type ListView,
  type RowChange,
  type ViewResult,
} from './listKinds'
import { refOf, startInPage, startRunner, WorkerLink } from './workerLink'

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>> | null

const COMPLETE = 'complete=true'
/** Servers that do not know the parameter send lines without the final count, or an array. */
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
  /** The previous list, whose unchanged rows stay the same objects. */
  before?: List<Kind> | undefined
  /** Called at most once, with the first rows of a list that is still being received. */
  showFirst?: (list: List<Kind>) => void
  /** Called for each chunk of the answer. */
  onBytes?: () => void
}

/** The first attempt uses a worker, the others the page. */
const MAX_ATTEMPTS = 3

/** The page's side of the list worker. The page has all rows too, so that a lost worker can be replaced. */
class Lists {
  worker: WorkerLink | null = null
  private start = startRunner
  /** Ids of the lists in the query cache. */
  private cached: ReadonlySet<string> = new Set()
  private listCount = 0
  /** Reads in progress, which must also get concurrent changes, because rows already read may be older. */
  readonly reads = new Set<{ kind: ListKindName; changes: RowChange<AnyRow>[] }>()

  /** @returns `before` itself if nothing has changed @throws CallError also if the answer is not a list */
  async read<Kind extends ListKindName>(options: ReadOptions<Kind>, attempt = 1): Promise<List<Kind>> {
    const { path, kind, signal, before, showFirst, onBytes } = options
    const response = await http.get<Bytes>(path, {
      adapter: 'fetch',
      responseType: 'stream',
      // removes axios' own User-Agent header: Firefox sends it, and servers of other origins do not allow it
      headers: { Accept: ACCEPT, 'User-Agent': false },
      signal,
    })
    const list = this.of<Kind>(kind, [])
    const worker = this.running()
    const reader = response.data?.getReader()
    const cancel = () => void reader?.cancel().catch(() => undefined)
    signal.addEventListener('abort', cancel)
    try {
      const download = worker.download({
        id: list.id,
        kind,
        format: formatOf(response),
        before,
        onFirstRows: () => {
          const rows = [...download.rows] as ListRows[Kind][]
          showFirst?.({ ...list, version: FIRST_ROWS_VERSION, arriving: true, rows })
        },
      })
      void download.outcome.then((outcome) => outcome !== 'complete' && cancel())
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        onBytes?.()
        download.send(part.value)
      }
      signal.throwIfAborted()
      download.end()
      const outcome = await download.outcome
      signal.throwIfAborted()
      if (outcome !== 'complete') worker.drop(list.id)
      // the bytes are lost with the worker
      if (outcome === 'lost' && attempt < MAX_ATTEMPTS) return await this.read(options, attempt + 1)
      if (outcome !== 'complete') throw new CallError(`${path} did not return a list`)
      if (before && isUnchanged(download.rows, before.rows)) return before
      return { ...list, rows: download.rows as ListRows[Kind][] }
    } catch (error) {
      worker.drop(list.id)
      this.dropUnused()
      signal.throwIfAborted()
      throw error instanceof CallError ? error : noAnswer(error, response.config)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  of<Kind extends ListKindName>(kind: Kind, rows: readonly ListRows[Kind][]): List<Kind> {
    this.listCount += 1
    return { id: `list ${this.listCount}`, kind, version: COMPLETE_VERSION, rows, arriving: false }
  }

  change<Kind extends ListKindName>(
    list: List<Kind>,
    changes: RowChange<ListRows[Kind]> | readonly RowChange<ListRows[Kind]>[],
  ): List<Kind> {
    const identityOf = identityIn(list)
    // older remotes, already deployed, pass a single change
    const last = lastChanges([changes].flat(), identityOf)
    if (last.length === 0) return list
    const version = list.version + 1
    if (this.worker?.versions.get(list.id) === list.version) {
      this.worker.post({ type: 'change', id: list.id, version, changes: last })
      this.worker.versions.set(list.id, version)
    } else this.worker?.drop(list.id)
    return { ...list, version, rows: changedRows(list.rows, identityOf, last) }
  }

  /**
   * Finds the indexes of the rows that the view shows.
   * @returns null if it is no longer wanted, or the list has a newer version
   * @throws Error if no worker answers
   */
  async find<Kind extends ListKindName>(
    list: List<Kind>,
    view: ListView<ListFilters[Kind]>,
    { others = [], isWanted = () => true }: { others?: readonly List[]; isWanted?: () => boolean } = {},
  ): Promise<ViewResult | null> {
    const needed: readonly List[] = [list, ...others]
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (!isWanted()) return null
      const worker = this.running()
      const known = ({ id }: List) => worker.versions.get(id) ?? -1
      if (needed.some((each) => known(each) > each.version)) return null
      for (const each of needed) if (known(each) < each.version) worker.add(each)
      const result = await worker.find({ list: refOf(list), view })
      if (result) return result
    }
    throw new Error('The list can be neither searched nor sorted')
  }

  /** Drops all lists that are not in the query cache, and stops the worker if none is left. */
  keepOnly(cached: ReadonlySet<string>): void {
    this.cached = cached
    this.dropUnused()
  }

  private dropUnused(): void {
    const { worker, cached } = this
    for (const id of [...(worker?.versions.keys() ?? [])]) {
      if (!cached.has(id) && !worker?.isDownloading(id)) worker?.drop(id)
    }
    if (cached.size > 0 || (worker && worker.versions.size > 0)) return
    worker?.stop()
    this.worker = null
    // the next session tries a worker again
    this.start = startRunner
  }

  private running(): WorkerLink {
    return (this.worker ??= new WorkerLink(this.start, () => {
      this.worker = null
      this.start = startInPage
    }))
  }
}

/** Null for a row that no other can replace. */
export const identityIn = <Kind extends ListKindName>({ kind }: List<Kind>) =>
  LIST_KINDS[kind].identityOf as (row: ListRows[Kind]) => Identity | null

const isUnchanged = (rows: readonly unknown[], before: readonly unknown[]): boolean =>
  rows.length === before.length && rows.every((row, index) => row === before[index])

export const lists = new Lists()

/** Keeps only the last change of each row. */
export function lastChanges<Row>(
  changes: readonly RowChange<Row>[],
  identityOf: (row: Row) => Identity | null,
): RowChange<Row>[] {
  return [...new Map(changes.map((change) => [keyOf(change, identityOf), change])).values()]
}

/** Rows without an identity are all different. */
const keyOf = <Row>(
  change: RowChange<Row>,
  identityOf: (row: Row) => Identity | null,
): Identity | RowChange<Row> | null => ('put' in change ? identityOf(change.put) : change.remove) ?? change

/**
 * Changes rows the same way in worker and page, so that an index means the same row in both: rows are
 * replaced in place or removed, and new ones are appended. One pass, however many changes there are.
 * @param changes at most one per row
 */
export function changedRows<Row>(
  rows: readonly Row[],
  identityOf: (row: Row) => Identity | null,
  changes: readonly RowChange<Row>[],
): Row[] {
  const rest = new Map(changes.map((change) => [keyOf(change, identityOf), change]))
  const changed: Row[] = []
  for (const row of rows) {
    const key = identityOf(row)
    const change = rest.get(key)
    if (change) rest.delete(key)
    if (!change) changed.push(row)
    else if ('put' in change) changed.push(change.put)
  }
  for (const change of rest.values()) if ('put' in change && !change.ifListed) changed.push(change.put)
  return changed
}
