/** The layout at the bottom edge of the window, in pixels. Toasts appear above the selection bar. */
interface BottomEdge {
  /** The distance from the edge to the top of the bar; 0 if there is no bar. */
  bar: number
  /** The total height of the toasts; 0 if there are none. */
  toasts: number
  /**
   * The distance from the edge to the toasts. While toasts are shown, it does not shrink if the bar gets
   * lower or disappears.
   */
  below: number
}

const EMPTY: BottomEdge = { bar: 0, toasts: 0, below: 0 }
const GAP = 8
/** The space above and below toasts if there is no bar. */
const AROUND = 16

export function nextEdge(edge: BottomEdge, change: Partial<Omit<BottomEdge, 'below'>>): BottomEdge {
  const next = { ...edge, ...change }
  return { ...next, below: next.toasts === 0 ? next.bar : Math.max(edge.below, next.bar) }
}

/**
 * Lengths for style sheets: the position of the toasts, and the space reserved for them, which is above the
 * bar if there is one, otherwise at the bottom of the screen. So the bar stays in place.
 */
export function edgeLengths({ bar, toasts, below }: BottomEdge): Record<string, number> {
  return {
    '--toasts-bottom': below > 0 ? below + GAP : 0,
    '--toasts': toasts > 0 && bar === 0 ? toasts + Math.max(below, AROUND) + AROUND : 0,
    '--toasts-above-bar': toasts > 0 && bar > 0 ? toasts + GAP + below - bar : 0,
  }
}

let edge = EMPTY

function change(part: Partial<BottomEdge>): void {
  edge = nextEdge(edge, part)
  const { style } = document.documentElement
  for (const [name, length] of Object.entries(edgeLengths(edge)))
    if (length > 0) style.setProperty(name, `${length}px`)
    else style.removeProperty(name)
}

/** A `ref` that tracks the height of an element. */
const measured =
  (part: 'bar' | 'toasts', heightOf: (element: HTMLElement) => number) => (element: HTMLElement | null) => {
    if (!element) return
    const read = () => change({ [part]: heightOf(element) })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => {
      observer.disconnect()
      change({ [part]: 0 })
    }
  }

// at least 1, even if nothing is laid out
export const toastsRef = measured('toasts', ({ offsetHeight }) => Math.max(1, offsetHeight))

/** Measures a sticky bar. */
export const barRef = measured(
  'bar',
  (bar) => bar.offsetHeight + parseFloat(getComputedStyle(bar).bottom || '0'),
)
