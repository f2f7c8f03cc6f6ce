import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { createPlaces } from '../client/screenMemory'

const positionsOfScreens = createPlaces<number>()
const OWN_WAY = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Restores the scroll position once the page is long enough. Returns the ref of the screen in `main`. */
export function useKeptScroll() {
  const frame = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const [positions] = useState(positionsOfScreens)
  const [left] = useState(() => positions.get(pathname + search) ?? 0)
  // while the next screen loads, this one is still shown under the new address
  const [ownPath] = useState(pathname)
  const [ownSearch, setOwnSearch] = useState(search)
  if (pathname === ownPath && search !== ownSearch) setOwnSearch(search)
  const keep = useEffectEvent((top: number) => void positions.set(ownPath + ownSearch, top))

  // before the elements are removed, which scrolls `main`
  useLayoutEffect(() => {
    const scroller = frame.current?.closest('main')
    if (!scroller) return undefined
    // `main` may still be scrolled from the previous screen
    scroller.scrollTop = 0
    return () => keep(scroller.scrollTop)
  }, [])

  useEffect(() => {
    const screen = frame.current
    const scroller = screen?.closest('main')
    if (!screen || !scroller || left === 0) return
    const ended = new AbortController()
    const goBack = () => {
      if (scroller.scrollHeight - scroller.clientHeight < left) return
      scroller.scrollTop = left
      ended.abort()
    }
    const observer = new ResizeObserver(goBack)
    ended.signal.addEventListener('abort', () => observer.disconnect())
    observer.observe(screen)
    const stop = () => ended.abort()
    for (const event of OWN_WAY) addEventListener(event, stop, { capture: true, signal: ended.signal })
    return stop
  }, [left])
  return frame
}
