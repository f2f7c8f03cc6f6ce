import type { Machine } from '@console/shared-kernel/contracts'
import { formatUsd, MAX_AMOUNT_CENTS, parseAmount } from '@console/shared-kernel/domain'

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

const MANY_TIMES = 10
const MUCH_CENTS = 1_000_000

/** Why a change may be a slip; null where it is an ordinary one. From nothing, every amount is many times as much. */
export function largeChange(items: readonly CreditItem[]): string | null {
  const sum = sumOf(items)
  const most = Math.max(Math.abs(sum), largest(items))
  const times = items.filter(
    ({ fromCents, toCents }) => fromCents > 0 && toCents > MANY_TIMES * fromCents,
  ).length
  if (most <= MUCH_CENTS && times === 0) return null
  const many = times > 0 ? ` ${times} of them would have more than ten times their credit.` : ''
  return `The credit of ${items.length} machines changes by ${differenceText(sum)} in all.${many}`
}

/** The largest single difference; as a loop, because a spread of 50,000 is too much for a call. */
function largest(items: readonly CreditItem[]): number {
  let most = 0
  for (const { fromCents, toCents } of items) most = Math.max(most, Math.abs(toCents - fromCents))
  return most
}
