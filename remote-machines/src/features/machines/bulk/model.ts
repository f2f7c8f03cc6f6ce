import type { Machine } from '@console/shared-kernel/contracts'
import { formatUsd, MAX_AMOUNT_CENTS, parseAmount } from '@console/shared-kernel/domain'
import { isLargeChange, isManyTimes } from '../credit/amount'

/** What an amount does to the credit of each machine. */
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
  /** Machines whose credit would be below nothing or above the most there may be, or that have no change. */
  leftOut: number
}

/** Null where the text is no amount. */
export function previewCredit(
  machines: readonly Machine[],
  mode: CreditMode,
  text: string,
): CreditPreview | null {
  const amountCents = parseAmount(text)
  if (amountCents === null) return null
  const items = machines.flatMap((machine): CreditItem[] => {
    const fromCents = machine.creditCents
    const toCents = { set: amountCents, add: fromCents + amountCents, subtract: fromCents - amountCents }[
      mode
    ]
    if (toCents === fromCents || toCents < 0 || toCents > MAX_AMOUNT_CENTS) return []
    return [{ machine, fromCents, toCents, mode, amountCents }]
  })
  return { items, leftOut: machines.length - items.length }
}

/** '+$100.00', '-$20.00'. */
export const differenceText = (cents: number): string =>
  `${cents < 0 ? '-' : '+'}${formatUsd(Math.abs(cents))}`

export const sumOf = (items: readonly CreditItem[]): number =>
  items.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0)

/** Why a change may be a slip; null where each difference, and their sum, is an ordinary one. */
export function largeChange(items: readonly CreditItem[]): string | null {
  const sum = sumOf(items)
  const large = items.some(({ fromCents, toCents }) => isLargeChange(fromCents, toCents))
  if (!large && !isLargeChange(0, Math.abs(sum))) return null
  const times = items.filter(({ fromCents, toCents }) => isManyTimes(fromCents, toCents)).length
  const many = times > 0 ? ` ${times} of them would have more than ten times their credit.` : ''
  return `The credit of ${items.length} machines changes by ${differenceText(sum)} in all.${many}`
}
