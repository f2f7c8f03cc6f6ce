import { userSetting } from '@console/shared-kernel/core'
import { formatUsd, MAX_AMOUNT_CENTS } from '@console/shared-kernel/domain'
import { asList } from '@console/shared-kernel/rules'
import type { Amount } from './AmountField'

export type CreditMode = 'set' | 'add' | 'subtract'

/** Shown when a minus is typed. */
export const MINUS_TEXTS: Readonly<Record<CreditMode, string>> = {
  add: "Choose 'Subtract' to reduce the credit",
  subtract: 'Enter the amount to subtract without a minus sign',
  set: 'Enter the new credit. Negative amounts are not allowed',
}

/** The amount after the mode was chosen: a minus that was rejected is no problem for 'subtract'. */
export const amountIn = (mode: CreditMode, amount: Amount): Amount =>
  amount.problem === 'minus' && mode === 'subtract'
    ? { ...amount, problem: null, rejectedAt: undefined }
    : amount

/** The credit after a change, which may be out of range. */
export const creditAfter = (mode: CreditMode, fromCents: number, amountCents: number): number =>
  ({ set: amountCents, add: fromCents + amountCents, subtract: fromCents - amountCents })[mode]

/** Why no machine can have this credit, or null. */
export function creditProblem(cents: number): string | null {
  if (cents < 0) return `The credit would be less than ${formatUsd(0)}`
  return cents > MAX_AMOUNT_CENTS ? `The credit would be more than ${formatUsd(MAX_AMOUNT_CENTS)}` : null
}

/** In cents. */
const COMMON_AMOUNTS = [1_000, 2_000, 5_000, 10_000]
const MAX_OWN = 3

export const readAmounts = (stored: unknown): readonly number[] =>
  asList(stored)
    .filter((cents): cents is number => Number.isSafeInteger(cents) && Number(cents) > 0)
    .filter((cents) => cents <= MAX_AMOUNT_CENTS && !COMMON_AMOUNTS.includes(cents))
    .slice(0, MAX_OWN)

/** This user's latest differences other than the common amounts, newest first. */
const usedAmounts = userSetting('machines.creditAmounts', readAmounts)

export const quickAmounts = (): readonly number[] => [...COMMON_AMOUNTS, ...usedAmounts.get()]

export function rememberAmount(cents: number): void {
  const before = usedAmounts.get()
  const after = readAmounts([cents, ...before.filter((one) => one !== cents)])
  // writes only if something differs
  if (after.join() !== before.join()) usedAmounts.set(after)
}
