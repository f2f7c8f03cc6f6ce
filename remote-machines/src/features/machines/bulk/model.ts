import type { Machine } from '@console/shared-kernel/contracts'
import { formatUsd, MAX_AMOUNT_CENTS, parseAmount } from '@console/shared-kernel/domain'
import { isLargeChange, isManyTimes } from '../credit/typedAmount'

export type CreditMode = 'set' | 'add' | 'subtract'

export interface CreditItem {
  machine: Machine
  fromCents: number
  toCents: number
  mode: CreditMode
  /** Not negative. */
  amountCents: number
}

export interface CreditPreview {
  items: readonly CreditItem[]
  /** How many machines are left out, and why. */
  leftOut: { unchanged: number; below: number; above: number }
}

/** Null if the text is not an amount. */
export function previewCredit(
  machines: readonly Machine[],
  mode: CreditMode,
  text: string,
): CreditPreview | null {
  const amountCents = parseAmount(text)
  if (amountCents === null) return null
  const leftOut = { unchanged: 0, below: 0, above: 0 }
  const items = machines.flatMap((machine): CreditItem[] => {
    const fromCents = machine.creditCents
    const toCents = { set: amountCents, add: fromCents + amountCents, subtract: fromCents - amountCents }[
      mode
    ]
    const reason =
      toCents === fromCents
        ? 'unchanged'
        : toCents < 0
          ? 'below'
          : toCents > MAX_AMOUNT_CENTS
            ? 'above'
            : null
    if (reason) {
      leftOut[reason] += 1
      return []
    }
    return [{ machine, fromCents, toCents, mode, amountCents }]
  })
  return { items, leftOut }
}

/** What to enter instead of an invalid amount. */
export function amountHint(text: string): string {
  if (/\.\d{3}/.test(text)) return 'Enter at most two decimals.'
  return /\d/.test(text)
    ? `Enter ${formatUsd(MAX_AMOUNT_CENTS)} or less.`
    : 'Enter an amount to see what will change.'
}

/** ' 3 left out: no change.' for each reason; '' if all change. */
export const leftOutText = ({ leftOut: { unchanged, below, above } }: CreditPreview): string =>
  [
    unchanged > 0 && ` ${unchanged} left out: no change.`,
    below > 0 && ` ${below} left out: less than ${formatUsd(0)}.`,
    above > 0 && ` ${above} left out: more than ${formatUsd(MAX_AMOUNT_CENTS)}.`,
  ]
    .filter(Boolean)
    .join('')

/** '+$100.00', '-$20.00'. */
export const differenceText = (cents: number): string =>
  `${cents < 0 ? '-' : '+'}${formatUsd(Math.abs(cents))}`

export const sumOf = (items: readonly CreditItem[]): number =>
  items.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0)

/** Asked before a change so large that it may be a mistake; null for any other. */
export function largeChange(items: readonly CreditItem[]): string | null {
  const sum = sumOf(items)
  const large = items.some(({ fromCents, toCents }) => isLargeChange(fromCents, toCents))
  if (!large && !isLargeChange(0, Math.abs(sum))) return null
  const times = items.filter(({ fromCents, toCents }) => isManyTimes(fromCents, toCents)).length
  const many = times > 0 ? ` ${times} of them would have ten times their credit or more.` : ''
  return `The credit of ${items.length} machines changes by ${differenceText(sum)} in all.${many}`
}
