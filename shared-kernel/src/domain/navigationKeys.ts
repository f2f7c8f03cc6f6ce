const PAGE = 10

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Returns null for other keys. With `wrap`, arrows lead from the last one to the first. */
export function indexAfterKey(key: string, index: number, count: number, wrap = false): number | null {
  const step = STEPS[key]
  if (!step || count === 0) return null
  const next = step(index, count)
  if (wrap && key.startsWith('Arrow')) return (next + count) % count
  return Math.min(count - 1, Math.max(0, next))
}
