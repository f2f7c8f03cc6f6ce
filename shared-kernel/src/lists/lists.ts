import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { AxiosResponse } from 'axios'
import { CallError, NO_CONNECTION } from '../client/errors'
import { http, noAnswer } from '../client/http'
import { patchQueryData } from '../client/patchQueryData'
import type { SharedQuery } from '../client/sharedQueries'
import type { User } from '../contracts/user'
import { seesEverything } from '../domain/uiPermissions'
import {
  changedRows,
  COMPLETE_VERSION,
  FIRST_ROWS_VERSION,
  type Identity,
  type List,
  type ListFilters,
  type ListFormat,
  type ListKindName,
  type ListRows,
  type ListView,
  LIST_KINDS,
  type RowChange,
  type ViewResult,
} from './listKinds'
import { refOf, startInPage, startRunner, WorkerLink } from './workerLink'

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
  before?: List<Kind> | undefined
  /** Called at most once, with the first rows of a list that is still being received. */
  showFirst?: (list: List<Kind>) => void
  /** Called at each part of the answer. */
  onBytes?: () => void
}

/** First in a worker, then in the page. */
const MAX_ATTEMPTS = 3

/** The page's side of the list worker. The page has all rows too, so that a lost worker can be replaced. */
class Lists {
  private worker: WorkerLink | null = null
  private start = startRunner
  /** Ids of the lists in the query cache. */
  private cached: ReadonlySet<string> = new Set()
  private listCount = 0

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
      if (outcome !== 'complete') throw new CallError(`${path} answered no list`)
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

  /** Replaces one row, appends a new one, or removes it. */
  change<Kind extends ListKindName>(list: List<Kind>, change: RowChange<ListRows[Kind]>): List<Kind> {
    const identityOf = LIST_KINDS[list.kind].identityOf as (row: ListRows[Kind]) => Identity | null
    const version = list.version + 1
    if (this.worker?.versions.get(list.id) === list.version) {
      this.worker.post({ type: 'change', id: list.id, version, change })
      this.worker.versions.set(list.id, version)
    } else this.worker?.drop(list.id)
    return { ...list, version, rows: changedRows(list.rows, identityOf, change) }
  }

  /**
   * The rows that the view shows, by their indexes.
   *
   * @returns null once unwanted, or if the list has a newer version @throws Error if no worker answers
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

const isUnchanged = (rows: readonly unknown[], before: readonly unknown[]): boolean =>
  rows.length === before.length && rows.every((row, index) => row === before[index])

export const lists = new Lists()

const LISTS = 'lists'

export const listsKey = (kind: ListKindName) => [LISTS, kind]

/** A refresh of which nothing arrives would hold up all later ones, while the rows on screen grow old. */
const MAX_SILENCE_MS = 120_000

/** One for all screens with the same path. */
export const listQuery = <Kind extends ListKindName>(kind: Kind, path: string): SharedQuery<List<Kind>> =>
  queryOptions({
    queryKey: [...listsKey(kind), path],
    queryFn: async ({ signal, client, queryKey }): Promise<List<Kind>> => {
      keepCachedLists(client)
      const shown = client.getQueryData<List<Kind>>(queryKey)
      const before = shown?.arriving ? undefined : shown
      const silence = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const onBytes = () => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
      }
      if (before) onBytes()
      try {
        return await lists.read({
          path,
          kind,
          signal: AbortSignal.any([signal, silence.signal]),
          before,
          ...(before && { onBytes }),
          showFirst: (first) => {
            // the list shown is better than the first rows of the next
            const list = client.getQueryData<List<Kind>>(queryKey)
            if (list && !list.arriving) return
            // stale at once, so that a remounted screen reads the rest
            client.setQueryData<List<Kind>>(queryKey, first, { updatedAt: 0 })
          },
        })
      } catch (error) {
        // not a `CallError`, which would be retried before the user sees it
        throw silence.signal.aborted && !signal.aborted ? new Error(NO_CONNECTION, { cause: error }) : error
      } finally {
        clearTimeout(timer)
      }
    },
    // unchanged rows are the same objects already
    structuralSharing: false,
  })

/** In ms: who looks into the lists beside their own screens reads them again once they are older. */
export const LIST_STALE_AFTER_MS = 5 * 60_000

/** All users for level 1, the users below for others. */
export const usersQuery = (viewer: Pick<User, 'level'>) =>
  listQuery('users', seesEverything(viewer) ? '/api/Users/all-hierarchy' : '/api/Users/children')

/** `GET /api/Machines`: those that the viewer sees. */
export const machinesQuery = listQuery('machines', '/api/Machines')

/** Patches every cached list of that kind, which saves reading 100,000 other rows again. */
const patchLists = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  patch: (list: List<Kind>) => List<Kind>,
) => patchQueryData<List<Kind>>(client, listsKey(kind), patch)

/** Replaces a row, or adds it behind the others. */
export const putRow = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  row: ListRows[Kind],
): Promise<void> => patchLists(client, kind, (list) => lists.change(list, { put: row }))

export const removeRow = (client: QueryClient, kind: ListKindName, identity: Identity): Promise<void> =>
  patchLists(client, kind, (list) => lists.change(list, { remove: identity }))

/** Of the first row that matches; lists without one stay as they are. */
export const changeFields = <Kind extends ListKindName>(
  client: QueryClient,
  kind: Kind,
  isIt: (row: ListRows[Kind]) => boolean,
  fields: Partial<ListRows[Kind]>,
): Promise<void> =>
  patchLists(client, kind, (list) => {
    const row = list.rows.find(isIt)
    return row ? lists.change(list, { put: { ...row, ...fields } }) : list
  })

/** None if reading failed after the first rows. */
export const usableList = <Kind extends ListKindName>({
  data,
  error,
}: {
  data: List<Kind> | undefined
  error: Error | null
}): List<Kind> | undefined => (error && data?.arriving ? undefined : data)

const watched = new WeakSet<QueryClient>()

/** The worker keeps a list as long as the cache does. */
function keepCachedLists(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  const cache = client.getQueryCache()
  cache.subscribe(({ type, query }) => {
    if (query.queryKey[0] !== LISTS || (type !== 'removed' && type !== 'updated')) return
    const queries = cache.findAll({ queryKey: [LISTS] })
    lists.keepOnly(new Set(queries.flatMap(({ state }) => (state.data as List | undefined)?.id ?? [])))
  })
}
