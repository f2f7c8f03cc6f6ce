import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { createPlaces } from '../client/screenMemory'

const placesOfScreens = createPlaces<number>()
/** What a user does to go somewhere else than back to where they were. */
const OWN_WAY = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Brings a screen that scrolls as a page back to where its user left it, as soon as it is long enough again.
 *
 * @returns the reference of the screen's frame; what scrolls is the `main` around it
 */
export function useKeptScroll() {
  const frame = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const [places] = useState(placesOfScreens)
  const [left] = useState(() => places.get(pathname + search) ?? 0)
  // while the next screen is being loaded, this one stays, under the next one's address
  const [ownPath] = useState(pathname)
  const [ownSearch, setOwnSearch] = useState(search)
  if (pathname === ownPath && search !== ownSearch) setOwnSearch(search)
  const keep = useEffectEvent((top: number) => void places.set(ownPath + ownSearch, top))

  // before the elements are gone, with which `main` would scroll back
  useLayoutEffect(() => {
    const scroller = frame.current?.closest('main')
    return () => {
      if (scroller) keep(scroller.scrollTop)
    }
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
