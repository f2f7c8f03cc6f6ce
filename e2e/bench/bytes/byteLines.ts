import { byRatio, type Line } from '../results/line'
import { kB } from '../../support/numbers'
import { totalBytes } from './staticTraffic'
import type { Comparison } from './table'

/** Targets, as ratios to the same code in one application. */
const MOST: Readonly<Record<string, number>> = { login: 1.02, 'first screen': 1.09 }
const MAX_OF_ALL = 1.1

/** Line 1. */
export function byteLines({ federated, spa }: Comparison): Line[] {
  const stops = federated.map(({ name, files }, index) => ({
    name,
    files,
    reference: spa[index]?.files ?? [],
    most: MOST[name] ?? MAX_OF_ALL,
  }))
  return [
    ...stops.map(({ name, files, reference, most }) =>
      byRatio(
        { number: 1, what: `bytes to ${name}` },
        { measured: totalBytes(files), reference: totalBytes(reference), show: kB, most },
      ),
    ),
    ...stops.map(({ name, files, reference, most }) =>
      byRatio(
        { number: 1, what: `requests to ${name}` },
        { measured: files.length, reference: reference.length, show: String, most },
      ),
    ),
  ]
}
