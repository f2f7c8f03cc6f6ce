import { useCallback, useState } from 'react'

/** An element, how wide it is inside, in pixels, also after it has changed; and the ref that it takes. */
export function useMeasuredWidth() {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    setFrame(element)
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    // before the first paint, so that no column is drawn that goes away at once
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width, measure }
}
