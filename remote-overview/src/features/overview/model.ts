import type { CashSums, Finding, FindingKind } from '@console/shared-kernel/contracts'
import {
  addDays,
  counted,
  formatEur,
  formatPercent,
  formatProfit,
  formatUsd,
} from '@console/shared-kernel/domain'

export const KIND_TEXTS: Readonly<Record<FindingKind, string>> = {
  offline: 'Offline',
  profit: 'Profit outside its limits',
  payout: 'Large payout',
  losing: 'Losing for three days',
  'no-credit': 'No credit',
  'in-service': 'In service',
  'refused-sign-ins': 'Sign-ins refused',
  'new-network': 'Sign-in from a new network',
  'credit-change': 'Large credit change',
}

export interface Subject {
  kind: 'machine' | 'user'
  id: string
  name: string
}

export const subjectOf = ({ machine, user }: Pick<Finding, 'machine' | 'user'>): Subject =>
  machine ? { kind: 'machine', ...machine, name: machine.name || user.name } : { kind: 'user', ...user }

/** Distinguishes the actions of different findings, such as two about the same machine. */
export const findingName = (finding: Finding): string =>
  `${subjectOf(finding).name}, ${`${KIND_TEXTS[finding.kind]} ${figureOf(finding)}`.trim()}`

/** Props of an OpenLink: the panel, and the search that finds the subject if there is no panel. */
export const panelOf = ({ kind, id, name }: Subject) => ({
  opens: { kind, id },
  otherwise: kind === 'machine' ? `/machines?${searched(id)}` : `/?${searched(name)}`,
})

const searched = (search: string) => new URLSearchParams({ search }).toString()

const hours = (seconds: number): string =>
  seconds >= 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.max(1, Math.round(seconds / 60))} min`

const signedUsd = (cents: number): string => (cents > 0 ? `+${formatUsd(cents)}` : formatUsd(cents))

/** A finding's figure and limit; empty if the kind says it all. */
export function figureOf({ kind, figure, limit }: Finding): string {
  switch (kind) {
    case 'offline':
    case 'in-service':
      return limit === null ? '' : `for more than ${hours(limit)}`
    case 'profit':
      if (figure === null) return ''
      return `${formatPercent(figure / 100)} in 7 days${limit === null ? '' : `, limit ${formatPercent(limit / 100)}`}`
    case 'payout':
      if (figure === null) return ''
      return `${formatEur(figure)}${limit === null ? '' : `, limit ${formatEur(limit)}`}`
    case 'losing':
      return figure === null ? '' : formatProfit(figure)
    case 'credit-change':
      return figure === null ? '' : signedUsd(figure)
    case 'refused-sign-ins':
      return figure === null ? 'locked' : counted(figure, 'time')
    case 'no-credit':
    case 'new-network':
      return ''
  }
}

/** How many days before the finding the 'profit' rule covers. */
const DAYS_OF_PROFIT = 7

/**
 * The address of a machine's report for the time of a finding: the internal report if the finding is about
 * bets and wins, otherwise the external one. Null for a finding about a user.
 *
 * @param since the finding's day in the report zone, YYYY-MM-DD, like `today`
 */
export function reportOf({ kind, machine }: Finding, since: string, today: string): string | null {
  if (machine === null) return null
  const isOfPlays = kind === 'profit'
  const first = isOfPlays ? addDays(since, -DAYS_OF_PROFIT) : since
  const dateFrom = first > today ? today : first
  const search = new URLSearchParams({ machine: machine.id, dateFrom, dateTo: today, run: '1' })
  return `${isOfPlays ? '/internal' : '/external'}?${search}`
}

/** What players got back for every 100 that they paid in; null if nothing was paid in. */
export const returnOf = ({ inCents, outCents }: CashSums): number | null =>
  inCents === 0 ? null : (100 * outCents) / inCents

/** The change as a percentage of the earlier amount; null if that is 0. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (100 * (now - before)) / Math.abs(before)

/** '+12 %', '−3 %'; '' if there is nothing to compare. */
export function changeText(change: number | null): string {
  if (change === null || !Number.isFinite(change)) return ''
  const rounded = Math.round(change)
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${Math.abs(rounded)}\u00a0%`
}
