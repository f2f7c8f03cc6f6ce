import { useCallback, useLayoutEffect, useMemo, useState } from 'react'

/** The element that scrolls the rows: their frame, or on a phone the page or the dialog around it. */
export interface Scroller {
  element: HTMLElement
  /** The space above the table head within the element, in pixels; 0 for a frame. */
  origin: number
}

/** The class of a frame that is as tall as its rows, if the page scrolls. */
export const FLOWS = 'flows'

/**
 * @param around the element that scrolls if the frame is as tall as its content; null or undefined if the
 * frame itself scrolls
 * @returns null before mount
 */
export function useScroller(
  frame: HTMLElement | null,
  around: HTMLElement | null | undefined,
): Scroller | null {
  const [origin, setOrigin] = useState(0)
  useLayoutEffect(() => {
    if (!frame || !around) return undefined
    const topOf = (element: HTMLElement) => element.getBoundingClientRect().top + element.clientTop
    const read = () => setOrigin(Math.round(topOf(frame) - topOf(around) + around.scrollTop))
    read()
    // ancestors are as tall as their content: whatever is above the frame changes the height of one of them
    const observer = new ResizeObserver(read)
    for (let each = frame.parentElement; each && each !== around; each = each.parentElement)
      observer.observe(each)
    return () => observer.disconnect()
  }, [frame, around])
  return useMemo(
    () => frame && { element: around ?? frame, origin: around ? origin : 0 },
    [frame, around, origin],
  )
}

/** The inner width in pixels, and the element's ref. */
export function useMeasuredWidth() {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    setFrame(element)
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    // before the first paint, so that no column appears only to disappear again
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width, measure }
}
