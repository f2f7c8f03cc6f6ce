import { byRatio, type Line } from '../speed/line'
import { kB } from '../speed/numbers'
import type { Comparison } from './table'

/** To reach, as ratios to the bytes of the same code in one application. */
const MOST: Readonly<Record<string, number>> = { login: 1.01, 'first screen': 1.08, 'two screens': 1.08 }
const MOST_OF_ALL = 1.08

/** Line 1. */
export function byteLines({ federated, spa }: Comparison): Line[] {
  return federated.map(({ name, files }, index) => {
    const total = (all: readonly { bytes: number }[]) => all.reduce((sum, { bytes }) => sum + bytes, 0)
    const reference = spa[index]?.files ?? []
    return byRatio(
      {
        number: 1,
        what: `bytes to ${name} (${files.length} requests, ${reference.length} of one application)`,
      },
      { measured: total(files), reference: total(reference), show: kB, most: MOST[name] ?? MOST_OF_ALL },
    )
  })
}
