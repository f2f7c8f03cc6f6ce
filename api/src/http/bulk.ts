import type { ErrorResponse } from '@console/shared-kernel/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/schema'
import { DatabaseBusy, isRepeatable } from '../db/failures'
import type { TreeNode } from '../services/users/treeNode'
import type { WriteRequest, Writes } from '../services/writes'
import { toAnswer } from './errorAnswers'
import { itemTargetOf, type TargetIds } from './caller'
import { writeRequestOf } from './write'

interface BulkChange<Item, Id, Answer> {
  readonly idOf: (item: Item) => Id
  /** What the single call does, in a transaction of its own. */
  readonly change: (trx: Db, item: Item, target: TreeNode) => Promise<Answer>
  /** Runs after the commit, before the item counts as done. */
  readonly afterCommit?: (item: Item, target: TreeNode) => Promise<void>
}

type Result<Id, Answer> = ({ id: Id; status: 200 } & Answer) | ({ id: Id; status: number } & ErrorResponse)

/**
 * Makes the changes of a bulk call one after the other, each under the rule of its single call. With an
 * Idempotency-Key each is remembered under a key of its own: the same call again answers what was done and
 * does the rest.
 */
export async function answerBulk<Item extends TargetIds, Id extends string | number, Answer extends object>(
  writes: Writes,
  request: FastifyRequest & { readonly body: { readonly items: readonly Item[] } },
  reply: FastifyReply,
  { idOf, change, afterCommit }: BulkChange<Item, Id, Answer>,
): Promise<{ results: Result<Id, Answer>[] }> {
  const { items, ...shared } = request.body
  const { actor, key } = writeRequestOf(request)
  const make = async (item: Item, id: Id): Promise<Answer> => {
    const one: WriteRequest = {
      actor,
      key: key === undefined ? undefined : `${key}:${id}`,
      content: [request.method, request.routeOptions.url, shared, item],
    }
    // before the target is looked for, as in the guard
    const earlier = await writes.findAnswer(one)
    if (earlier) return earlier.body as Answer
    const target = await itemTargetOf(request, item)
    const { body } = await writes.run(one, 200, (trx) => change(trx, item, target))
    await afterCommit?.(item, target)
    return body as Answer
  }

  // the key of the whole belongs to this call with these settings; further items may be added
  const whole = [request.method, request.routeOptions.url, shared]
  if (key !== undefined) await writes.run({ actor, key, content: whole }, 200, async () => ({}))

  const results: Result<Id, Answer>[] = []
  for (const item of items) {
    // no client reads the answer: what is left is done when the call is sent again
    if (reply.raw.destroyed) break
    const id = idOf(item)
    try {
      results.push({ id, status: 200, ...(await make(item, id)) })
    } catch (error) {
      const { status, body } = toAnswer(error as Error, request.id)
      if (status === 500) request.log.error({ err: error, item: id }, 'an item of a bulk call failed')
      const isBusy = error instanceof DatabaseBusy || isRepeatable(error)
      const isOfThisItem = isBusy || (status < 500 && status !== 401)
      if (!isOfThisItem && results.length === 0) throw error
      results.push({ id, status, ...body })
      if (isOfThisItem) continue
      const rest = items.slice(results.length).map(idOf)
      return { results: [...results, ...rest.map((left) => ({ id: left, ...notBegun(status, body) }))] }
    }
  }
  return { results }
}

/** What follows a session that has ended or a server that has failed. */
const notBegun = (status: number, body: ErrorResponse): { status: number } & ErrorResponse =>
  status === 401
    ? { status, ...body }
    : { status: 503, message: 'No se ha intentado: el servidor falló antes' }
