/** A line of docs/performance.md. */
export interface Line {
  number: number
  what: string
  measured: string
  reference: string
  /** Measured divided by reference; null without a reference value. */
  ratio: number | null
  /** CPU time of the main thread, measured and reference; empty if not taken. */
  cpu: string
  toReach: string
  reached: boolean
}

export function byRatio(
  line: Pick<Line, 'number' | 'what'>,
  values: { measured: number; reference: number; show: (value: number) => string; max: number },
): Line {
  const { measured, reference, show, max } = values
  const ratio = measured / reference
  return {
    ...line,
    measured: show(measured),
    reference: show(reference),
    ratio,
    cpu: '',
    toReach: `${max.toFixed(2)} x`,
    reached: ratio <= max,
  }
}

export function byValue(
  line: Pick<Line, 'number' | 'what'>,
  values: { measured: number; show: (value: number) => string; max: number },
): Line {
  const { measured, show, max } = values
  const judged = { measured: show(measured), reference: '', ratio: null, cpu: '', toReach: show(max) }
  return { ...line, ...judged, reached: measured <= max }
}
