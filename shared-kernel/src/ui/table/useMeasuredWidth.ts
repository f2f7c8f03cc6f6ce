import { useCallback, useState } from 'react'

/** The inner width in pixels, and the element's ref. */
export function useMeasuredWidth() {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    setFrame(element)
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    // before the first paint, so that no column disappears immediately
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width, measure }
}
