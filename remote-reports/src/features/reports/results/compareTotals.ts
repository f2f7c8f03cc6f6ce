import type { ReportRow } from '@console/shared-kernel/contracts'
import { hasMovements } from './reportResult'
import type { ResultColumn } from './reportColumns'

/** One column's change from the earlier period. */
export interface Change {
  column: ResultColumn<ReportRow>
  before: number
  now: number
  /** Null between percentages if one period has no movements. */
  difference: number | null
  /** Null if the earlier value is 0. */
  percent: number | null
}

export const compareTotals = (
  columns: readonly ResultColumn<ReportRow>[],
  now: ReportRow,
  before: ReportRow,
): Change[] =>
  columns.map((column) => {
    const [was, is] = [Number(column.read(before)), Number(column.read(now))]
    return {
      column,
      before: was,
      now: is,
      difference: differenceOf(column, now, before),
      percent: was === 0 ? null : ((is - was) / Math.abs(was)) * 100,
    }
  })

export function differenceOf(
  { kind, read }: ResultColumn<ReportRow>,
  now: ReportRow,
  before: ReportRow,
): number | null {
  if (kind === 'percent' && !(hasMovements(now) && hasMovements(before))) return null
  return Number(read(now)) - Number(read(before))
}
