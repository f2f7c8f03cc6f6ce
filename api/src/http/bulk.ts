import type { ErrorResponse } from '@console/shared-kernel/schemas'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/schema'
import { DatabaseBusy, isRepeatable } from '../db/failures'
import { HttpError } from '../foundation/httpError'
import type { TreeNode } from '../services/tree'
import type { WriteRequest, Writes } from '../services/writes/writes'
import { toAnswer } from './errorAnswers'
import { addToLog } from './log'
import { itemTargetOf, type TargetIds, writeRequestOf } from './accessRules'

interface BulkChange<Item, Id, Answer> {
  idOf: (item: Item) => Id
  change: (trx: Db, item: Item, target: TreeNode) => Promise<Answer>
  /** Why no more items are changed: thrown unless an earlier call has done some of the items. */
  rejection?: HttpError | null
  /**
   * Rejects the call before anything is done or its key is taken. Receives the items that no earlier call has
   * done, including those that later calls will send, whether or not the caller may change them.
   */
  requireProof?: (open: () => Promise<readonly Item[]>) => Promise<void>
  /** Runs before the item counts as done, even if an earlier call committed it. */
  afterCommit?: (item: Item, target: TreeNode, answer: Answer) => Promise<void>
}

type Result<Id, Answer> = ({ id: Id; status: 200 } & Answer) | ({ id: Id; status: number } & ErrorResponse)

/**
 * Makes each change under the rules of its single call. With an Idempotency-Key, each item has a derived key,
 * so that a repeated call returns what was done and does the rest.
 */
export async function answerBulk<Item extends TargetIds, Id extends string | number, Answer extends object>(
  writes: Writes,
  request: FastifyRequest & { body: { items: readonly Item[]; followedBy?: readonly Item[] } },
  reply: FastifyReply,
  { idOf, change, rejection, requireProof, afterCommit }: BulkChange<Item, Id, Answer>,
): Promise<{ results: Result<Id, Answer>[] }> {
  // only the first of several calls has `followedBy`, so the key does not cover it
  const { items, followedBy = [], ...shared } = request.body
  const { caller, key } = writeRequestOf(request)
  // the console sends one bulk change as several calls with one key
  if (key !== undefined) {
    caller.requestId = bulkId(caller.userId, key)
    addToLog(request, reply, { bulkId: caller.requestId })
  }
  const keyOf = (item: Item): string => `${key}:${idOf(item)}`
  const requestOf = (item: Item): WriteRequest => ({
    caller,
    key: key === undefined ? undefined : keyOf(item),
    content: [request.method, request.routeOptions.url, shared, item],
  })
  const make = async (item: Item): Promise<Answer> => {
    const one = requestOf(item)
    const earlier = await writes.findAnswer(one)
    if (earlier) {
      // the earlier call may have failed during `afterCommit`
      const currentTarget = afterCommit && (await itemTargetOf(request, item).catch(nullIfRejected))
      if (currentTarget) await afterCommit(item, currentTarget, earlier.body as Answer)
      return earlier.body as Answer
    }
    if (rejection) throw rejection
    const target = await itemTargetOf(request, item)
    const { body } = await writes.run(one, 200, (trx) => change(trx, item, target))
    await afterCommit?.(item, target, body as Answer)
    return body as Answer
  }

  await requireProof?.(async () => {
    const all = [...items, ...followedBy]
    if (key === undefined) return all
    const used = await writes.findUsedKeys(caller, all.map(keyOf))
    return all.filter((item) => !used.has(keyOf(item)))
  })
  // the call's own key covers only its settings: a repeated call may have more items
  const sharedContent = [request.method, request.routeOptions.url, shared]
  if (key !== undefined && !rejection)
    await writes.run({ caller, key, content: sharedContent }, 200, async () => ({}))

  const results: Result<Id, Answer>[] = []
  for (const item of items) {
    // the client disconnected: a repeated call does the rest
    if (reply.raw.destroyed) break
    const id = idOf(item)
    try {
      results.push({ id, status: 200, ...(await make(item)) })
    } catch (error) {
      const { status, body } = toAnswer(error as Error, request.id)
      if (status === 500) request.log.error({ err: error, item: id }, 'an item of a bulk call failed')
      const isBusy = error instanceof DatabaseBusy || isRepeatable(error)
      const isOfThisItem = isBusy || (status < 500 && status !== 401)
      if (!isOfThisItem && results.length === 0) throw error
      results.push({ id, status, ...body })
      if (isOfThisItem) continue
      const rest = items.slice(results.length).map(idOf)
      return { results: [...results, ...rest.map((untried) => ({ id: untried, ...notBegun(status, body) }))] }
    }
  }
  if (rejection && results.every(({ status }) => status !== 200)) throw rejection
  return { results }
}

/** A UUID shared by all calls of one bulk change, so that the audit shows one id for them. */
function bulkId(userId: number, key: string): string {
  const hex = createHash('sha256').update(`bulk ${userId} ${key}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** An earlier call may have deleted the target. */
function nullIfRejected(error: unknown): null {
  if (error instanceof HttpError) return null
  throw error
}

const notBegun = (status: number, body: ErrorResponse): { status: number } & ErrorResponse =>
  status === 401
    ? { status, ...body }
    : { status: 503, message: 'No se ha intentado: el servidor falló antes' }
