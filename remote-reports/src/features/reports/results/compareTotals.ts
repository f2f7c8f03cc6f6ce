import type { ReportRow } from '@console/shared-kernel/contracts'
import type { ResultColumn } from './resultColumns'

/** One column's change from the period before. */
export interface Change {
  column: ResultColumn<ReportRow>
  before: number
  now: number
  difference: number
  /** Null where there was nothing before: no percentage is true of that. */
  percent: number | null
}

export const compareTotals = (
  columns: readonly ResultColumn<ReportRow>[],
  now: ReportRow,
  before: ReportRow,
): Change[] =>
  columns.map((column) => {
    const [was, is] = [Number(column.read(before)), Number(column.read(now))]
    const difference = is - was
    return {
      column,
      before: was,
      now: is,
      difference,
      percent: was === 0 ? null : (difference / Math.abs(was)) * 100,
    }
  })
