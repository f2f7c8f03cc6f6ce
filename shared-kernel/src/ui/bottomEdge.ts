/** The layout at the bottom edge of the window, in pixels. The toasts are above the bar of a selection. */
interface BottomEdge {
  /** The distance from the edge to the top of the bar; 0 without a bar. */
  bar: number
  /** The height of all toasts; 0 without a toast. */
  toasts: number
  /**
   * The distance from the edge to the toasts. While there are any, it does not shrink for a bar that gets lower or
   * disappears.
   */
  below: number
}

const EMPTY: BottomEdge = { bar: 0, toasts: 0, below: 0 }
const GAP = 8
/** The space above and below toasts where there is no bar. */
const AROUND = 16

export function nextEdge(edge: BottomEdge, change: Partial<Omit<BottomEdge, 'below'>>): BottomEdge {
  const next = { ...edge, ...change }
  return { ...next, below: next.toasts === 0 ? next.bar : Math.max(edge.below, next.bar) }
}

/**
 * Lengths for style sheets: where the toasts are, and the space that they take from what is above them, which is the
 * bar if there is one, else the screen. So the bar stays where it is.
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

/** A `ref` that follows the height of an element. */
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
