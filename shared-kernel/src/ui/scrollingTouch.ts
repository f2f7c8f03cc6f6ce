/**
 * Ends a touch when it begins to scroll. Browsers end it only when the finger is lifted, and tooltips take one that is
 * still held for a long press.
 *
 * @returns a function that stops it
 */
export function endScrollingTouches(): () => void {
  const listening = new AbortController()
  // the browser takes over the pointer to scroll
  const end = ({ pointerType, target }: PointerEvent) => {
    if (pointerType === 'touch') target?.dispatchEvent(new Event('touchend', { bubbles: true }))
  }
  document.addEventListener('pointercancel', end, { signal: listening.signal })
  return () => listening.abort()
}
