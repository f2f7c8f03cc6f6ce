import { useState, type KeyboardEvent } from 'react'

const PAGE = 10

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Where a key leads from an index, or null where it is no such key. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const step = STEPS[key]
  return step && count > 0 ? Math.min(count - 1, Math.max(0, step(index, count))) : null
}

/**
 * One row takes part in the tab order; arrows, page and end keys move it, also beyond what is drawn.
 * Keys pressed inside a row's button or field are left to it.
 */
export function useRowFocus(count: number, reveal: (index: number) => void) {
  const [focused, setFocused] = useState(0)
  const current = Math.min(focused, Math.max(0, count - 1))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = indexAfterKey(event.key, current, count)
    if (next === null || !(event.target instanceof HTMLTableRowElement)) return
    event.preventDefault()
    setFocused(next)
    reveal(next)
    const body = event.currentTarget
    // the row may be drawn only by the next frame
    requestAnimationFrame(() =>
      body.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    )
  }

  return { current, setFocused, onKeyDown }
}
