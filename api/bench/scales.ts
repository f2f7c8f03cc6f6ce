import { readArguments, UsageError } from '@console/shared-kernel/command'

interface ScaleOptions {
  /**
   * Options for `seed`, which runs once: the data is kept in `.console/bench-<scale>`, or in the given
   * database.
   */
  seed: readonly string[]
  /** Number of ordinary changes made before the lists are measured. */
  changes: number
  operators: number
  /** How often lists, reports and the tree are measured. */
  rounds: number
  engines: 'both' | 'postgres'
}

const seed = (users: number, machines: number, movements: number): readonly string[] =>
  Object.entries({ users, machines, movements, days: 365 }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ])

const USUAL = { changes: 10_000, operators: 1_000 }

export const SCALES = {
  /** A smoke test of about two minutes. Its figures say nothing about the bars. */
  trial: { seed: seed(3_000, 1_000, 50_000), changes: 500, operators: 50, rounds: 9, engines: 'both' },
  /** Seeding takes about two minutes. */
  small: { seed: seed(100_000, 50_000, 1_000_000), ...USUAL, rounds: 9, engines: 'both' },
  /** Seeding takes about ten minutes and 6 GB. */
  full: { seed: seed(100_000, 50_000, 10_000_000), ...USUAL, rounds: 9, engines: 'both' },
  /** Measures the memory of reports. Seeding takes about five minutes. */
  machines: { seed: seed(100_000, 1_000_000, 10_000_000), ...USUAL, rounds: 3, engines: 'postgres' },
  /**
   * Measures the growth of movements. Seeding takes about twelve minutes; movements and totals take up 22 GB.
   */
  movements: { seed: seed(100_000, 50_000, 110_000_000), ...USUAL, rounds: 3, engines: 'postgres' },
} as const satisfies Record<string, ScaleOptions>

export type Scale = keyof typeof SCALES

export interface Options {
  scale: Scale
  /** How long each measurement under load lasts. */
  seconds: number
  /** Only this part, on PostgreSQL; null: everything. */
  only: Part | null
}

/** `streams`: the event streams; `attention`: the findings and the overview. */
const PARTS = ['streams', 'attention'] as const
type Part = (typeof PARTS)[number]

export const USAGE = `Usage: npm run bench -w api -- [--scale ${Object.keys(SCALES).join('|')}] [--seconds 1..3600] [--only ${PARTS.join('|')}]`

const isPart = (name: string): name is Part => PARTS.some((part) => part === name)
const isScale = (name: string): name is Scale => Object.hasOwn(SCALES, name)

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const { scale, seconds, only } = readArguments({
    args: [...args],
    options: {
      scale: { type: 'string', default: 'small' },
      seconds: { type: 'string', default: '30' },
      only: { type: 'string' },
    },
  }).values
  if (!isScale(scale)) throw new UsageError(`There is no scale '${scale}'.`)
  if (!/^[1-9]\d{0,3}$/.test(seconds) || Number(seconds) > 3_600)
    throw new UsageError(`--seconds must be a whole number from 1 to 3600, not '${seconds}'.`)
  if (only !== undefined && !isPart(only)) throw new UsageError(`There is no part '${only}'.`)
  return { scale, seconds: Number(seconds), only: only ?? null }
}
