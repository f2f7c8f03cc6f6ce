import { useEffect, useEffectEvent } from 'react'
import { useBlocker, useLocation, type BlockerFunction, type Location } from 'react-router-dom'
import { isRecord } from '../contracts/wireReaders'

interface OpenDialog {
  close: () => void
}

interface ChangedForm {
  /** Asks, unless the form is being saved. Answers false where it does not ask. */
  ask: (discard: () => void, stay: () => void) => boolean
}

/** An entry of the browser's history: its place among those of the router, and its address. */
interface Entry {
  index: number
  path: string
  search: string
}

/** Null for an entry that the router has not made. */
function browserEntry(): Entry | null {
  const state: unknown = history.state
  const index = isRecord(state) ? state['idx'] : undefined
  return typeof index === 'number' ? { index, path: location.pathname, search: location.search } : null
}

const opened = (search: string): string => {
  const params = new URLSearchParams(search)
  return JSON.stringify([params.get('open'), params.get('do')])
}
const changesOpened = (from: Pick<Entry, 'path' | 'search'>, to: Pick<Entry, 'path' | 'search'>): boolean =>
  from.path !== to.path || opened(from.search) !== opened(to.search)

/**
 * Back and Forward close a dialog that is not in the address, and nothing else. They, and links, ask before a
 * changed form is left. The browser has gone by the time it says so: then it is sent to where it was, and the
 * router is not told. Until it is there, navigations wait.
 */
class NavigationGuard {
  /** Innermost last. */
  private dialogs: readonly OpenDialog[] = []
  private forms: readonly ChangedForm[] = []
  /** That of the router, also if it is not drawn yet. */
  private current: Entry | null = null
  private isReturning = false
  /** By the navigation that waits. */
  private isFormLost = false
  private isDiscarding = false
  private waiting: (() => void)[] = []

  addDialog(dialog: OpenDialog): () => void {
    this.dialogs = [...this.dialogs, dialog]
    return () => {
      this.dialogs = this.dialogs.filter((other) => other !== dialog)
    }
  }

  addForm(form: ChangedForm): () => void {
    this.forms = [...this.forms, form]
    return () => {
      this.forms = this.forms.filter((other) => other !== form)
    }
  }

  /** At once, or when the browser is back at the router's entry. */
  whenReturned(run: () => void): void {
    if (this.isReturning) this.waiting.push(run)
    else run()
  }

  /** The browser and the router are at the same entry. */
  synchronise(): void {
    if (!this.isReturning) this.current = browserEntry()
  }

  end(): void {
    this.current = null
  }

  /** What of the router's navigations waits: called before each of them. */
  blocks: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) => {
    if (historyAction === 'POP') {
      this.synchronise()
      return false
    }
    this.isFormLost = this.losesForm(historyAction, currentLocation, nextLocation)
    if (this.isReturning || this.isFormLost) return true
    const { index } = browserEntry() ?? { index: 0 }
    const { pathname: path, search } = nextLocation
    this.current = { index: historyAction === 'PUSH' ? index + 1 : index, path, search }
    return false
  }

  private losesForm(action: string, { pathname: path, search }: Location, to: Location): boolean {
    if (this.forms.length === 0) return false
    return path !== to.pathname || (action === 'PUSH' && opened(search) !== opened(to.search))
  }

  /** Asks the innermost form about a navigation that waits. */
  ask(proceed: () => void, reset: () => void): void {
    this.whenReturned(() => {
      const form = this.forms.at(-1)
      if (!form || !this.isFormLost) proceed()
      else if (!form.ask(proceed, reset)) reset()
    })
  }

  onPopState = (event: PopStateEvent): void => {
    const { current } = this
    const entry = browserEntry()
    if (!current || !entry || this.isDiscarding) {
      this.isDiscarding = false
      return
    }
    const delta = entry.index - current.index
    if (this.isReturning) {
      event.stopImmediatePropagation()
      if (delta !== 0) return history.go(-delta)
      this.isReturning = false
      for (const run of this.waiting.splice(0)) run()
      return
    }
    if (delta === 0) return
    const [dialog, form] = [this.dialogs.at(-1), this.forms.at(-1)]
    const ofAddress = new URLSearchParams(current.search).has('do') ? 1 : 0
    const isLocal = this.dialogs.length > ofAddress
    if (!isLocal && !(form && changesOpened(current, entry))) return
    event.stopImmediatePropagation()
    this.isReturning = true
    history.go(-delta)
    if (isLocal) return dialog?.close()
    const discard = () => {
      this.isDiscarding = true
      history.go(delta)
    }
    form?.ask(
      () => this.whenReturned(discard),
      () => undefined,
    )
  }
}

const guard = new NavigationGuard()
// before the router's own listener, which is added when a router is made: browsers call those of the window in order
globalThis.addEventListener?.('popstate', guard.onPopState)

/** At once, or when the browser is back at the entry that a blocked Back has left. */
export const whenReturned = (run: () => void): void => guard.whenReturned(run)

/** Back closes the innermost dialog first; a busy one, or one with a question, stays. */
export function useDialogOnBack(close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => guard.addDialog({ close: () => onBack() }), [])
}

/** @param ask answers false where it does not ask, and the form stays */
export function useFormOnLeave(changed: boolean, ask: ChangedForm['ask']): void {
  const onLeave = useEffectEvent(ask)
  useEffect(
    () => (changed ? guard.addForm({ ask: (...answers) => onLeave(...answers) }) : undefined),
    [changed],
  )
}

/** Once in each router. */
export function useNavigationGuard(): void {
  const location = useLocation()
  const blocker = useBlocker(guard.blocks)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    guard.ask(() => {
      blocker.proceed()
      guard.synchronise()
    }, blocker.reset)
  }, [blocker])

  useEffect(() => {
    const state: unknown = history.state
    if (!isRecord(state) || state['key'] === location.key || location.key === 'default') guard.synchronise()
  }, [location])

  useEffect(() => () => guard.end(), [])
}
