import { CallError } from '@console/shared-kernel/core'
import type { Credit } from './api'

/** What has become of a change whose answer was lost. */
export type Fate = 'saved' | 'not saved' | 'changed by another'

/**
 * Reads it from what the credit is now. A server that counts changes tells for sure; from another one,
 * the amount that was wanted is taken for the change having arrived.
 */
export function fateOf(wantedCents: number, before: Credit, now: Credit): Fate {
  if (isUnchanged(before, now, wantedCents)) return 'not saved'
  return now.creditCents === wantedCents ? 'saved' : 'changed by another'
}

const isUnchanged = (before: Credit, now: Credit, wantedCents: number): boolean =>
  before.creditVersion === null
    ? now.creditCents === before.creditCents && wantedCents !== before.creditCents
    : now.creditVersion === before.creditVersion

const STALE = [409, 412]
const GATEWAY_WITHOUT_ANSWER = [502, 504]

/** The server made no change: the credit is no longer the one that the change was made against. */
export const isStale = (failure: unknown): failure is CallError =>
  failure instanceof CallError && STALE.includes(failure.status ?? 0)

/** The change was sent, and nobody knows whether it was made. */
export const isAnswerLost = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === null || GATEWAY_WITHOUT_ANSWER.includes(failure.status))
