import { useCallback, useState } from 'react'

/** How wide an element is inside, in pixels, also after it has changed; and the ref that it takes. */
export function useFrameWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    // before the first paint, so that no column is drawn that goes away at once
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { width, measure }
}
