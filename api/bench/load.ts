import { randomFrom, type Random } from '../src/demo/random'

export const KINDS = ['current', 'list', 'report', 'credit'] as const
export type Kind = (typeof KINDS)[number]

/** Percentages of all calls. */
const MIX: Readonly<Record<Kind, number>> = { current: 35, list: 35, report: 20, credit: 10 }
/** The interval between an operator's calls. */
const PACE_MS = 10_000

interface PlannedCall {
  /** Milliseconds after the start. */
  at: number
  operator: number
  kind: Kind
}

/** Draws one of these kinds, weighted by their shares of the mix. */
export function drawKind(random: Random, kinds: readonly Kind[] = KINDS): Kind {
  let remaining = random.between(
    1,
    kinds.reduce((sum, kind) => sum + MIX[kind], 0),
  )
  for (const kind of kinds) {
    remaining -= MIX[kind]
    if (remaining <= 0) return kind
  }
  throw new Error('No kinds to draw from')
}

/** Calls of independent operators in chronological order, the same for the same seed. */
export function planCalls(operators: number, seconds: number, seed: string): PlannedCall[] {
  const random = randomFrom(seed)
  const calls: PlannedCall[] = []
  for (let operator = 0; operator < operators; operator += 1) {
    for (let at = random.between(0, PACE_MS - 1); at < seconds * 1000; at += PACE_MS) {
      calls.push({ at, operator, kind: drawKind(random) })
    }
  }
  return calls.sort((one, other) => one.at - other.at)
}

/** The smallest value that at least this share of the values does not exceed; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}

export const judgeMax = (ratio: number, limit: number, bar = `${limit} x`): string =>
  judged(ratio, `at most ${bar}`, ratio <= limit)

/** @param ratio measured / required */
export const judgeMin = (ratio: number, bar: string): string => judged(ratio, `at least ${bar}`, ratio >= 1)

const judged = (ratio: number, bar: string, reached: boolean): string =>
  `ratio ${ratio.toFixed(2)}  bar ${bar}  reached ${reached ? 'yes' : 'no'}`
