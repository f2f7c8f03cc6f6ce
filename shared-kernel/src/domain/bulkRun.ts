import { grouped } from './texts'

/** An item that was sent but not answered (`unknown`) may have been processed. */
export type BulkState =
  | { readonly kind: 'not tried' | 'unknown' | 'done' }
  | { readonly kind: 'failed'; readonly reason: string }

export type BulkId = string | number

export type BulkResult = 'done' | 'not tried' | { readonly failed: string }

export type BulkRun = ReadonlyMap<BulkId, BulkState>

const NOT_TRIED: BulkState = { kind: 'not tried' }
const UNKNOWN: BulkState = { kind: 'unknown' }
const DONE: BulkState = { kind: 'done' }

export const newRun = (ids: readonly BulkId[]): BulkRun => new Map(ids.map((id) => [id, NOT_TRIED]))

const isOpen = ({ kind }: BulkState): boolean => kind === 'not tried' || kind === 'unknown'

/** The next items to send. Includes unknown outcomes, because the server makes each change only once. */
export function nextBatch(run: BulkRun, max: number): BulkId[] {
  const batch: BulkId[] = []
  for (const [id, state] of run) {
    if (batch.length === max) break
    if (isOpen(state)) batch.push(id)
  }
  return batch
}

function withStates(run: BulkRun, ids: readonly BulkId[], stateOf: (id: BulkId) => BulkState): BulkRun {
  const next = new Map(run)
  for (const id of ids) next.set(id, stateOf(id))
  return next
}

export const withSent = (run: BulkRun, ids: readonly BulkId[]): BulkRun => withStates(run, ids, () => UNKNOWN)

/** @param before the run before sending, for the state of items that were not begun */
export const withResults = (
  run: BulkRun,
  before: BulkRun,
  results: ReadonlyMap<BulkId, BulkResult>,
): BulkRun =>
  withStates(run, [...results.keys()], (id) => {
    const result = results.get(id)!
    if (result === 'done') return DONE
    if (result === 'not tried') return before.get(id) ?? NOT_TRIED
    return { kind: 'failed', reason: result.failed }
  })

export type BulkCounts = Record<BulkState['kind'], number>

export function countsOf(run: BulkRun): BulkCounts {
  const counts: BulkCounts = { done: 0, failed: 0, unknown: 0, 'not tried': 0 }
  for (const { kind } of run.values()) counts[kind] += 1
  return counts
}

/** '8 done, 1 failed, 1 not tried'. While `busy`, an unknown outcome may still arrive. */
export function describeCounts(
  { done, failed, unknown, 'not tried': notTried }: BulkCounts,
  busy = false,
): string {
  const parts = [
    `${grouped(done)} done`,
    failed > 0 && `${grouped(failed)} failed`,
    unknown > 0 && `${grouped(unknown)} ${busy ? 'on the way' : 'without a known outcome'}`,
    notTried > 0 && `${grouped(notTried)} not tried`,
  ]
  return parts.filter(Boolean).join(', ')
}
