import type { Machine } from '@console/shared-kernel/contracts'
import {
  type CreditDifference,
  formatUsd,
  grouped,
  MAX_AMOUNT_CENTS,
  namesIn,
  parseAmount,
} from '@console/shared-kernel/domain'
import { creditAfter, type CreditMode } from '../credit/creditMode'
import { nameOf } from '../model'

export interface CreditItem extends CreditDifference {
  machine: Machine
  mode: CreditMode
  /** Not negative. */
  amountCents: number
}

interface CreditPreview {
  items: readonly CreditItem[]
  /** The machines that are left out, and why. */
  excluded: Readonly<Record<'unchanged' | 'below' | 'above', readonly Machine[]>>
}

/** Null if the text is not an amount. */
export function previewCredit(
  machines: readonly Machine[],
  mode: CreditMode,
  text: string,
): CreditPreview | null {
  const amountCents = parseAmount(text)
  if (amountCents === null) return null
  const excluded = { unchanged: [] as Machine[], below: [] as Machine[], above: [] as Machine[] }
  const items = machines.flatMap((machine): CreditItem[] => {
    const fromCents = machine.creditCents
    const toCents = creditAfter(mode, fromCents, amountCents)
    const reason =
      toCents === fromCents
        ? 'unchanged'
        : toCents < 0
          ? 'below'
          : toCents > MAX_AMOUNT_CENTS
            ? 'above'
            : null
    if (reason) {
      excluded[reason].push(machine)
      return []
    }
    return [{ machine, fromCents, toCents, mode, amountCents }]
  })
  return { items, excluded }
}

/** What to enter instead of an invalid amount. */
export function amountHint(text: string): string {
  if (/\.\d{3}/.test(text)) return 'Enter at most two decimals.'
  return /\d/.test(text)
    ? `Enter ${formatUsd(MAX_AMOUNT_CENTS)} or less.`
    : 'Enter an amount to see what will change.'
}

const namesOf = (machines: readonly Machine[]): string => namesIn(machines, nameOf, 3)

/** Whether the machine is blocked or offline, and so may be selected by mistake; known only with versions. */
export const isUnusual = ({ blocked, connected, creditVersion }: Machine): boolean =>
  creditVersion !== null && (blocked || !connected)

/** '1 blocked (Slot 1). 2 offline (Slot 2, Slot 3): they get the change when they connect.'; '' for none. */
export function unusualText(machines: readonly Machine[]): string {
  const unusual = machines.filter(isUnusual)
  const blocked = unusual.filter((machine) => machine.blocked)
  const offline = unusual.filter((machine) => !machine.connected)
  return [
    blocked.length > 0 && `${grouped(blocked.length)} blocked (${namesOf(blocked)}).`,
    offline.length > 0 &&
      `${grouped(offline.length)} offline (${namesOf(offline)}): they get the change when they connect.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** ' 1 left out: less than $0.00 (Slot 1).' for each reason; '' if all change. */
export const excludedText = ({ excluded: { unchanged, below, above } }: CreditPreview): string =>
  [
    unchanged.length > 0 && ` ${grouped(unchanged.length)} left out: no change.`,
    below.length > 0 && ` ${grouped(below.length)} left out: less than ${formatUsd(0)} (${namesOf(below)}).`,
    above.length > 0 &&
      ` ${grouped(above.length)} left out: more than ${formatUsd(MAX_AMOUNT_CENTS)} (${namesOf(above)}).`,
  ]
    .filter(Boolean)
    .join('')
