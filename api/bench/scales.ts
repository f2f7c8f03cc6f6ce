import { StartError } from '../src/startError'

/** What is measured is seeded once: kept in `.console/bench-<scale>`, or in the database that is given. */
export const SCALES = {
  /** Seeded in about two minutes. */
  small: ['--users', '100000', '--machines', '50000', '--movements', '1000000', '--days', '365'],
  /** Seeded in about ten minutes, 6 GB. */
  full: ['--users', '100000', '--machines', '50000', '--movements', '10000000', '--days', '365'],
} as const

export type Scale = keyof typeof SCALES

export function readScale(argv: readonly string[]): Scale {
  const [option, value] = argv
  if (option === undefined) return 'small'
  if (option === '--scale' && (value === 'small' || value === 'full')) return value
  throw new StartError('Usage: npm run bench -w api -- [--scale small|full]')
}
