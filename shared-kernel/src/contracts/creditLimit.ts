/**
 * The largest amount that may be typed, and the largest credit: 9,999,999.99. `MOST_CREDIT` of `machine.schema.ts` and
 * the check of `credit_cents` in the API's database have the same number.
 */
export const MAX_AMOUNT_CENTS = 999_999_999
