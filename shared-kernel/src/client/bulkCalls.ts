import { MAX_FOLLOWING_ITEMS } from '../contracts/inputRules'
import { asList, asRecord, type WireRecord } from '../contracts/wireReaders'
import type { BulkId, BulkResult } from '../domain/bulkRun'
import { CallError, isOutcomeUnknown, messageOf, refusalIn } from './errors'
import { http } from './http'
import { needsProof } from './proof'
import { newKey } from './useApiMutation'

export interface BulkCalls<Item> {
  /** The bulk call. On 404 or 405 `single` is used. */
  path: string
  bodyOf: (items: readonly Item[]) => object
  /**
   * Whether the server may require a proof, depending on the sum of all items: the first call then contains
   * them all.
   */
  mayNeedProof?: boolean
  idOf: (item: Item) => BulkId
  /** Whether the item has a version. Servers that send none get no bulk calls. */
  isVersioned?: (item: Item) => boolean
  /** @deprecated Use `isVersioned`. */
  isCounted?: (item: Item) => boolean
  /** Used for servers without the bulk call. `key` stays the same when the change is sent again. */
  single: (item: Item, key: string) => Promise<unknown>
  /** Receives each result of the bulk call, including results of an earlier call with the same key. */
  onMade?: (result: WireRecord) => void
  /** The text for a rejected item; if absent, the server's message. */
  refusalText?: (refusal: CallError) => string
}

export interface BatchAnswer {
  results: Map<BulkId, BulkResult>
  /** Why sending stopped; null if the next batch can be sent. */
  stopped: string | null
}

export interface BatchWatch {
  /** Whether to continue; asked before each single change. */
  isWanted: () => boolean
  /** Called before each call. */
  onCall: () => void
}

/** Statuses of a change that was rejected before it was processed, such as for lack of a required proof. */
const NOT_PROCESSED = [401, 429, 503]
const WITHOUT_BULK = [404, 405]

const UNKNOWN_ERROR = 'Unknown error'
const NO_ANSWER = 'No answer was received: it is not known whether the last changes were made.'

const messageOfRejection = (rejection: CallError): string => messageOf(rejection, UNKNOWN_ERROR)

export function bulkSender<Item>(calls: BulkCalls<Item>) {
  const { refusalText = messageOfRejection, isVersioned = calls.isCounted ?? (() => true) } = calls
  const key = newKey()
  let hasBulk = true

  const failureOf = (error: unknown, ids: readonly BulkId[]): BatchAnswer => {
    if (isOutcomeUnknown(error)) return { results: new Map(), stopped: NO_ANSWER }
    const status = error instanceof CallError ? error.status : null
    const reason = messageOf(error, UNKNOWN_ERROR)
    const isDeclined = error instanceof CallError && error.isProofDeclined
    if (isDeclined || (status !== null && NOT_PROCESSED.includes(status)))
      return { results: new Map(ids.map((id) => [id, 'not tried'])), stopped: reason }
    // after a 500 it is not known which items were done
    if (status !== null && status >= 500) return { results: new Map(), stopped: reason }
    const failed = error instanceof CallError ? refusalText(error) : reason
    return { results: new Map(ids.map((id) => [id, { failed }])), stopped: null }
  }

  const sendSingles = async (
    items: readonly Item[],
    { isWanted, onCall }: BatchWatch,
  ): Promise<BatchAnswer> => {
    const results: BatchAnswer['results'] = new Map()
    for (const [index, item] of items.entries()) {
      const id = calls.idOf(item)
      if (!isWanted()) {
        results.set(id, 'not tried')
        continue
      }
      onCall()
      try {
        await calls.single(item, `${key}:${id}`)
        results.set(id, 'done')
      } catch (error) {
        const failure = failureOf(error, [id])
        for (const [each, result] of failure.results) results.set(each, result)
        if (failure.stopped === null) continue
        for (const rest of items.slice(index + 1)) results.set(calls.idOf(rest), 'not tried')
        return { results, stopped: failure.stopped }
      }
    }
    return { results, stopped: null }
  }

  const bodyOf = (items: readonly Item[], following: readonly Item[]): object => {
    const body = calls.bodyOf(items)
    if (!calls.mayNeedProof || following.length === 0) return body
    const { items: followedBy } = asRecord(calls.bodyOf(following.slice(0, MAX_FOLLOWING_ITEMS)))
    return { ...body, followedBy }
  }

  /** @param following the items sent after these, if the server does not know them yet */
  return async (
    items: readonly Item[],
    watch: BatchWatch,
    following: readonly Item[] = [],
  ): Promise<BatchAnswer> => {
    if (!hasBulk || !items.every(isVersioned)) return sendSingles(items, watch)
    const ids = items.map(calls.idOf)
    watch.onCall()
    try {
      const { data } = await http.post<unknown>(calls.path, bodyOf(items, following), {
        headers: { 'Idempotency-Key': key },
      })
      return readResults(data, ids, { onMade: calls.onMade ?? (() => undefined), refusalText })
    } catch (error) {
      if (error instanceof CallError && WITHOUT_BULK.includes(error.status ?? 0)) {
        hasBulk = false
        return sendSingles(items, watch)
      }
      return failureOf(error, ids)
    }
  }
}

/** Items missing from the answer have an unknown outcome. */
function readResults(
  data: unknown,
  ids: readonly BulkId[],
  { onMade, refusalText }: Required<Pick<BulkCalls<unknown>, 'onMade' | 'refusalText'>>,
): BatchAnswer {
  const results: BatchAnswer['results'] = new Map()
  let stopped: string | null = null
  for (const result of asList(asRecord(data)['results'])) {
    const record = asRecord(result)
    const { id, status } = record
    const known = ids.find((one) => one === id)
    if (known === undefined || typeof status !== 'number') continue
    const rejection = refusalIn(record, { status })
    if (status === 200) {
      results.set(known, 'done')
      onMade(record)
    } else if (NOT_PROCESSED.includes(status) || needsProof(record)) {
      results.set(known, 'not tried')
      stopped = messageOfRejection(rejection)
    } else if (status >= 500) stopped = messageOfRejection(rejection)
    else results.set(known, { failed: refusalText(rejection) })
  }
  return { results, stopped: stopped ?? (results.size < ids.length ? NO_ANSWER : null) }
}
