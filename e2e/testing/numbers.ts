/** The value that this fraction of all values does not exceed: 0.5 is the median, 0.95 the p95. */
function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(fraction * sorted.length) - 1)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
export const p95 = (values: readonly number[]): number => quantile(values, 0.95)

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
