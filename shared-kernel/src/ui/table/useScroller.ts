import { useLayoutEffect, useMemo, useState } from 'react'

/** What scrolls the rows: the table's frame, or on a phone the page around it. */
export interface Scroller {
  element: HTMLElement
  /** What is above the table's head in it, in pixels; 0 in a frame. */
  origin: number
}

/** The class of a frame that is as high as its rows, where the page scrolls. */
export const FLOWS = 'flows'

/** Null before mount. */
export function useScroller(frame: HTMLElement | null, byPage: boolean): Scroller | null {
  const page = byPage ? (frame?.closest<HTMLElement>('main') ?? null) : null
  const [origin, setOrigin] = useState(0)
  useLayoutEffect(() => {
    const screen = frame?.parentElement
    if (!page || !screen) return undefined
    const topOf = (element: HTMLElement) => element.getBoundingClientRect().top + element.clientTop
    const read = () => setOrigin(Math.round(topOf(frame) - topOf(page) + page.scrollTop))
    read()
    // it is as high as its content: what is above the table changes its height
    const observer = new ResizeObserver(read)
    observer.observe(screen)
    return () => observer.disconnect()
  }, [frame, page])
  return useMemo(() => frame && { element: page ?? frame, origin: page ? origin : 0 }, [frame, page, origin])
}
