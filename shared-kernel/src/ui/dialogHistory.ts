import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom'
import { createStore, useStore } from '../client/store'
import { visitOf } from '../client/useViewState'
import { isRecord } from '../contracts/wireReaders'

interface OpenDialog {
  path: string
  close: () => void
}

const dialogs = createStore<readonly OpenDialog[]>([])

/** Back closes the innermost dialog first; a busy one, or one with a question, stays. */
export function useCloseOnBack(close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    const dialog = { path: location.pathname, close: () => onBack() }
    dialogs.set([...dialogs.get(), dialog])
    return () => dialogs.set(dialogs.get().filter((other) => other !== dialog))
  }, [])
}

const topDialogOn = (path: string) => dialogs.get().findLast((dialog) => dialog.path === path)

function closeDialogsOn(path: string, most: number): void {
  const ofPath = dialogs.get().filter((dialog) => dialog.path === path)
  for (const dialog of ofPath.toReversed().slice(0, most)) {
    flushSync(dialog.close)
    if (dialogs.get().includes(dialog)) return
  }
}

/** 'passed' after a link in a dialog was followed, so that another entry follows it. */
type Mark = 'open' | 'passed'
const OPEN: { dialog: Mark } = { dialog: 'open' }
const PASSED: { dialog: Mark } = { dialog: 'passed' }

const markIn = (state: unknown): Mark | undefined =>
  isRecord(state) ? (state['dialog'] as Mark | undefined) : undefined
const markOf = ({ state }: Location): Mark | undefined => markIn(state)

/** A link from an entry of dialogs replaces it. */
export const isDialogEntry = (): boolean => {
  const entry: unknown = history.state
  return isRecord(entry) && markIn(entry['usr']) !== undefined
}

const withState = (location: Location, more: object) => {
  const state: unknown = location.state
  return { ...(isRecord(state) && state), visit: visitOf(location), ...more }
}

/** Keeps one more history entry while dialogs are open, so that Back closes one. */
export function useDialogHistory(): void {
  const location = useLocation()
  const navigate = useNavigate()
  const arrivedBy = useNavigationType()
  const open = useStore(dialogs)
  const before = useRef<{ location: Location; index: number } | null>(null)
  /** Leaves a dialog's history entry if no dialog is open, or if Forward led to an old one. */
  const leaving = useRef<'closed' | 'old' | null>(null)

  const sync = useEffectEvent(() => {
    const entry: unknown = history.state
    const { key = 'default', idx = 0 } = isRecord(entry) ? entry : {}
    // between two entries, or while a blocked one is taken back
    if (key !== location.key) return
    const index = Number(idx)
    const last = before.current
    const steps = last && arrivedBy === 'POP' && last.location !== location ? index - last.index : 0
    before.current = { location, index }

    if (markOf(location)) {
      if (topDialogOn(location.pathname)) {
        leaving.current = null
        return
      }
      // the screen wrote its address while a step back is pending
      if (leaving.current !== null && steps === 0) return
      if (steps > 0 && markOf(location) === 'passed') return void navigate(1)
      if (steps < 0) history.replaceState({ ...(entry as object), usr: withState(location, PASSED) }, '')
      leaving.current = steps > 0 ? 'old' : 'closed'
      return void navigate(-1)
    }

    const hasLeftDialog = last !== null && steps < 0 && markOf(last.location) !== undefined
    const why = leaving.current
    leaving.current = null
    // further back than the page that opened them, all dialogs close
    if (hasLeftDialog && why === null) closeDialogsOn(location.pathname, steps === -1 ? 1 : Infinity)
    // the screen wrote its address while the dialog was open
    const isWritten = hasLeftDialog && why !== 'old' && visitOf(last.location) === visitOf(location)
    const search = isWritten ? last.location.search : location.search
    const address = { pathname: location.pathname, search, hash: location.hash }
    if (topDialogOn(location.pathname)) {
      const state = withState(location, OPEN)
      // Back may be pressed before this renders
      before.current = { location: { ...location, ...address, state }, index: index + 1 }
      void navigate(address, { state })
    } else if (search !== location.search)
      void navigate(address, { replace: true, state: withState(location, {}) })
  })

  useEffect(() => {
    let timer = setTimeout(() => sync(), 0)
    const syncSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => sync(), 0)
    }
    addEventListener('popstate', syncSoon)
    return () => {
      clearTimeout(timer)
      removeEventListener('popstate', syncSoon)
    }
  }, [location, open])
}
