/** The state of one change of a bulk run. A sent one whose answer is missing may have been made. */
export type BulkState =
  { readonly kind: 'not tried' | 'unknown' | 'done' } | { readonly kind: 'failed'; readonly reason: string }

export type BulkId = string | number

/** What a server said of one change; without a result the outcome is not known. */
export type BulkResult = 'done' | 'not tried' | { readonly failed: string }

/** The changes of one run in their order, each of a row of its own. */
export type BulkRun = ReadonlyMap<BulkId, BulkState>

const NOT_TRIED: BulkState = { kind: 'not tried' }
const UNKNOWN: BulkState = { kind: 'unknown' }
const DONE: BulkState = { kind: 'done' }

export const newRun = (ids: readonly BulkId[]): BulkRun => new Map(ids.map((id) => [id, NOT_TRIED]))

const isOpen = ({ kind }: BulkState): boolean => kind === 'not tried' || kind === 'unknown'

/** What is sent next: those without a known outcome too, which the server makes only once. */
export function nextBatch(run: BulkRun, most: number): BulkId[] {
  const batch: BulkId[] = []
  for (const [id, state] of run) {
    if (batch.length === most) break
    if (isOpen(state)) batch.push(id)
  }
  return batch
}

function withStates(run: BulkRun, ids: readonly BulkId[], stateOf: (id: BulkId) => BulkState): BulkRun {
  const next = new Map(run)
  for (const id of ids) next.set(id, stateOf(id))
  return next
}

/** From now on the outcome is unknown, until an answer arrives. */
export const withSent = (run: BulkRun, ids: readonly BulkId[]): BulkRun => withStates(run, ids, () => UNKNOWN)

/** @param before the run before they were sent: what was not begun gets its state from there */
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

/**
 * '8 done, 1 failed, 1 not tried'.
 * @param busy a call is under way: what has no outcome yet may still get one
 */
export function describeCounts(
  { done, failed, unknown, 'not tried': notTried }: BulkCounts,
  busy = false,
): string {
  const parts = [
    `${done} done`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} ${busy ? 'on the way' : 'without a known outcome'}`,
    notTried > 0 && `${notTried} not tried`,
  ]
  return parts.filter(Boolean).join(', ')
}
