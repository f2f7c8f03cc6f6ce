import { byRatio, type Line } from '../results/line'
import { kB } from '../../testing/numbers'
import type { Stop } from './journey'
import { totalBytes } from './staticTraffic'

export interface Comparison {
  federated: Stop[]
  spa: Stop[]
}

/** Targets, as ratios to the same code in one application. */
const MAX: Readonly<Record<string, number>> = { login: 1.02, 'first screen': 1.09 }
const DEFAULT_MAX = 1.1

const HEAD = ['', 'federated', 'requests', 'one SPA', 'requests', 'bytes', 'requests']

/** Line 1 of docs/performance.md. */
export function byteLines({ federated, spa }: Comparison): Line[] {
  const stops = federated.map(({ name, files }, index) => ({
    name,
    files,
    reference: spa[index]?.files ?? [],
    max: MAX[name] ?? DEFAULT_MAX,
  }))
  return [
    ...stops.map(({ name, files, reference, max }) =>
      byRatio(
        { number: 1, what: `bytes to ${name}` },
        { measured: totalBytes(files), reference: totalBytes(reference), show: kB, max },
      ),
    ),
    ...stops.map(({ name, files, reference, max }) =>
      byRatio(
        { number: 1, what: `requests to ${name}` },
        { measured: files.length, reference: reference.length, show: String, max },
      ),
    ),
  ]
}

/** Bytes and requests until each stop, and their ratio to the SPA's. */
export function ratioTable({ federated, spa }: Comparison): string {
  const rows = federated.map(({ name, files }, index) => {
    const reference = spa[index]?.files ?? []
    const [bytes, referenceBytes] = [totalBytes(files), totalBytes(reference)]
    const counts = [
      thousands(bytes),
      String(files.length),
      thousands(referenceBytes),
      String(reference.length),
    ]
    return [name, ...counts, ratio(bytes, referenceBytes), ratio(files.length, reference.length)]
  })
  const title = 'Bytes after gzip -9, without API answers; the last two columns are federated / SPA.'
  return [title, '', ...aligned([HEAD, ...rows])].join('\n')
}

/** Lists each file at the stop that first loaded it. */
export function fileTable({ federated, spa }: Comparison): string {
  const rows = [...fileRows('federated', federated), ...fileRows('one SPA', spa)]
  return aligned([['build', 'bytes', 'kind', 'for', 'address'], ...rows], 1).join('\n')
}

function fileRows(build: string, stops: Stop[]): string[][] {
  return stops.flatMap(({ name, files }, index) => {
    const earlier = stops[index - 1]?.files.length ?? 0
    return files
      .slice(earlier)
      .map(({ url, kind, bytes }) => [build, thousands(bytes), kind, name, addressOf(url)])
  })
}

const thousands = (bytes: number): string => bytes.toLocaleString('en')
const ratio = (a: number, b: number): string => (a / b).toFixed(3)

function addressOf(url: string): string {
  const { port, pathname, search } = new URL(url)
  return `:${port}${pathname}${search}`
}

/** Aligns numbers to the right: all columns but the first, or only the column `numbers`. */
function aligned(rows: string[][], numbers?: number): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const isNumber = (column: number) => (numbers === undefined ? column > 0 : column === numbers)
  return rows.map((row) =>
    row
      .map((text, column) =>
        isNumber(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
}
