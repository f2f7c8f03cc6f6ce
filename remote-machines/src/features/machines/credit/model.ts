import type { Credit } from './api'

/** What has become of a change whose answer was lost. */
export type WriteOutcome = 'saved' | 'not saved' | 'changed by another'

/**
 * Reads it from what the credit is now. A server that counts changes tells for sure; from another one,
 * the amount that was wanted is taken for the change having arrived.
 */
export function outcomeOf(wantedCents: number, before: Credit, now: Credit): WriteOutcome {
  if (isUnchanged(before, now, wantedCents)) return 'not saved'
  return now.creditCents === wantedCents ? 'saved' : 'changed by another'
}

const isUnchanged = (before: Credit, now: Credit, wantedCents: number): boolean =>
  before.creditVersion === null
    ? now.creditCents === before.creditCents && wantedCents !== before.creditCents
    : now.creditVersion === before.creditVersion
