import type { ReportRow } from '@console/shared-kernel/contracts'

interface Bar {
  name: string
  cents: number
}

/** The best and the worst by profit, from the best down; all of them where that is not many more. */
export function bestAndWorst(rows: readonly ReportRow[], each: number): Bar[] {
  const bars = rows
    .map(({ machineName, profitCents }) => ({ name: machineName, cents: profitCents }))
    .sort((a, b) => b.cents - a.cents)
  return bars.length <= 2 * each ? bars : [...bars.slice(0, each), ...bars.slice(-each)]
}
