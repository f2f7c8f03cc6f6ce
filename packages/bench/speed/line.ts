/** One line of docs/performance.md: what was measured, and what it is compared with in the same run. */
export interface Line {
  /** Of the table of lines in the page on performance. */
  number: number
  what: string
  measured: string
  reference: string
  /** Measured over reference; null where there is nothing to divide by. */
  ratio: number | null
  /** The main thread's time, of what is measured and of its reference; empty where it was not taken. */
  cpu: string
  /** In words. */
  toReach: string
  reached: boolean
}

/** A line that is judged by its ratio. */
export function byRatio(
  line: Pick<Line, 'number' | 'what'>,
  values: { measured: number; reference: number; show: (value: number) => string; most: number },
): Line {
  const { measured, reference, show, most } = values
  const ratio = measured / reference
  return {
    ...line,
    measured: show(measured),
    reference: show(reference),
    ratio,
    cpu: '',
    toReach: `${most.toFixed(2)} x`,
    reached: ratio <= most,
  }
}

/** A line that is judged by its value alone. */
export function byValue(
  line: Pick<Line, 'number' | 'what'>,
  values: { measured: number; show: (value: number) => string; most: number },
): Line {
  const { measured, show, most } = values
  const judged = { measured: show(measured), reference: '', ratio: null, cpu: '', toReach: show(most) }
  return { ...line, ...judged, reached: measured <= most }
}
