import { createContext, createElement, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import {
  useBlocker,
  useLocation,
  useNavigate,
  type BlockerFunction,
  type Location,
  type NavigateFunction,
} from 'react-router-dom'
import { isRecord } from '../contracts/wireReaders'
import { HistoryReturn } from './historyReturn'
import { isSameOpened, isSameSubject, readOpened } from './openedSearch'

/** What the address opens: a panel, or the dialog that `do=` names. */
interface AddressPart {
  what: 'panel' | 'dialog'
}

interface OpenDialog {
  close: () => void
  isBusy: () => boolean | undefined
  /** Identifies the `AddressDialog` that the dialog is in. Null outside of one. */
  ofAddress: AddressPart | null
}

interface ChangedForm {
  /** Asks the user, unless the form is being saved. Returns false if it does not ask. */
  ask: (discard: () => void, stay: () => void) => boolean
  /** What the form is in. Null outside both: only another path closes it. */
  within: AddressPart['what'] | null
}

/** An entry of the browser's history: its index among those of the router, and its address. */
interface Entry {
  index: number
  pathname: string
  search: string
  /** The state as the router writes it. */
  state: object
}

/** Returns null for an entry that the router did not create. */
function browserEntry(): Entry | null {
  const state: unknown = history.state
  const index = isRecord(state) ? state['idx'] : undefined
  if (!isRecord(state) || typeof index !== 'number') return null
  return { index, pathname: location.pathname, search: location.search, state }
}

type Address = Pick<Location, 'pathname' | 'search' | 'state'>

const addressOf = ({ state, ...address }: Entry): Address => ({
  ...address,
  state: (state as { usr?: unknown }).usr,
})

/** An open menu, list or calendar, which covers everything else. */
const openMenu = (): Element | null =>
  document.querySelector('.MuiPopover-root, .MuiTextField-root input[aria-expanded=true]')

/**
 * Back and Forward close a menu, or a dialog that is not in the address, and nothing else; a busy dialog stays. They,
 * and links, ask before unsaved edits are lost. The browser reports a step only after taking it: the guard then steps
 * back, and the router never learns of it. Navigations wait until the browser is back.
 */
class NavigationGuard {
  /** The open dialogs; the innermost is last. */
  private dialogs: readonly OpenDialog[] = []
  private forms: readonly ChangedForm[] = []
  /** The router's entry, even if it is not rendered yet. */
  current: Entry | null = null
  private readonly historyReturn = new HistoryReturn({
    index: () => browserEntry()?.index ?? null,
    go: (delta) => history.go(delta),
    adopt: () => this.adopt(),
  })
  /** The newest waiting navigation: earlier ones are dropped. */
  private deferred: (() => void) | null = null
  private isAllowed = false
  /** The index of the entry that the operator has agreed to reach by discarding a form. */
  private discardsFor: number | null = null
  navigate: NavigateFunction | null = null

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

  /** Runs the action at once, or when the browser is back at the router's entry. */
  whenReturned(run: () => void): void {
    this.historyReturn.whenReturned(run)
  }

  /** Called when the browser and the router are at the same entry. */
  synchronise(): void {
    if (!this.historyReturn.isUnderWay) this.current = browserEntry()
  }

  /** Keeps the page, even if its own entry is gone. */
  private adopt(): void {
    const [entry, current] = [browserEntry(), this.current]
    if (!entry || !current) return
    this.current = { ...current, index: entry.index, state: { ...current.state, idx: entry.index } }
    history.replaceState(this.current.state, '', current.pathname + current.search)
  }

  end(): void {
    this.current = null
    this.deferred = null
    this.discardsFor = null
    this.historyReturn.stop()
  }

  /** Decides which of the router's navigations wait; called before each of them. */
  blocks: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) => {
    if (historyAction === 'POP') {
      this.synchronise()
      return false
    }
    const replace = historyAction === 'REPLACE'
    if (!this.isAllowed) {
      const lost = () => this.formLost(currentLocation, nextLocation, replace)
      if (lost() || this.historyReturn.isUnderWay) {
        this.defer(nextLocation, replace, lost)
        return true
      }
    }
    const { index } = browserEntry() ?? { index: 0 }
    const { pathname, search, state: usr, key } = nextLocation
    const idx = replace ? index : index + 1
    this.current = { index: idx, pathname, search, state: { usr, key, idx } }
    return false
  }

  /** The innermost form with unsaved edits that closes between two addresses. */
  private formLost(from: Address, to: Address, replace = false): ChangedForm | undefined {
    const [before, after] = [readOpened(from), readOpened(to)]
    // a dialog in the address closes itself, even after its change has been made
    const isOwnClosing = replace && before.action !== null
    return this.forms.findLast(({ within }) => {
      if (from.pathname !== to.pathname) return true
      if (within === 'panel') return !isSameSubject(before, after) || !after.showsPanel
      return within === 'dialog' && !isOwnClosing && !isSameOpened(before, after)
    })
  }

  /** Asks the form when the browser is back. */
  private defer(to: Location, replace: boolean, lost: () => ChangedForm | undefined): void {
    const go = () => {
      this.isAllowed = true
      void this.navigate?.(to, { replace, state: to.state as unknown })
      this.isAllowed = false
    }
    this.deferred = go
    this.whenReturned(() => {
      if (this.deferred !== go) return
      this.deferred = null
      const form = lost()
      if (form) form.ask(go, () => undefined)
      else go()
    })
  }

  onPopState = (event: PopStateEvent): void => {
    const { current } = this
    const entry = browserEntry()
    const isDiscarded = entry?.index === this.discardsFor
    this.discardsFor = null
    if (!current || !entry || isDiscarded) return
    if (this.historyReturn.takes(entry.index)) return event.stopImmediatePropagation()
    const delta = entry.index - current.index
    if (delta === 0) return
    const [dialog, form] = [this.dialogs.at(-1), this.formLost(addressOf(current), addressOf(entry))]
    const takesStep = dialog !== undefined && (dialog.isBusy() || !this.isOfAddress(dialog))
    const menu = openMenu()
    if (!menu && !takesStep && !form) return
    event.stopImmediatePropagation()
    this.historyReturn.start(current.index, entry.index)
    if (menu) return void menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    if (takesStep) return dialog.close()
    const discard = () => {
      this.discardsFor = entry.index
      history.go(entry.index - (browserEntry()?.index ?? current.index))
    }
    form?.ask(
      () => this.whenReturned(discard),
      () => undefined,
    )
  }

  /** Only an `AddressDialog`'s outermost dialog belongs to the address; dialogs over it are questions. */
  private isOfAddress({ ofAddress }: OpenDialog): boolean {
    return ofAddress !== null && this.dialogs.filter((other) => other.ofAddress === ofAddress).length === 1
  }

  onPageShow = (): void => this.historyReturn.check()
}

const guard = new NavigationGuard()
// before the router's own listener, which is added with the router: browsers call listeners in order
globalThis.addEventListener?.('popstate', guard.onPopState)
globalThis.addEventListener?.('pageshow', guard.onPageShow)

/** Runs the action at once, or when the browser is back at the entry that a blocked Back has left. */
export const whenReturned = (run: () => void): void => guard.whenReturned(run)

/** The router's entry, even while the page or the browser is at a different one. Null without a router. */
export const routerEntry = (): Readonly<Pick<Entry, 'pathname' | 'state'>> | null => guard.current

const AddressPartContext = createContext<AddressPart | null>(null)

/** Wraps the dialog that `do=` in the address names: Back closes it by leaving its entry. */
export function AddressDialog({ children }: { children: ReactNode }) {
  const [self] = useState<AddressPart>({ what: 'dialog' })
  return createElement(AddressPartContext, { value: self }, children)
}

const PANEL: AddressPart = { what: 'panel' }

/** Wraps the content of the panel that `open=` in the address names. */
export function AddressPanel({ children }: { children: ReactNode }) {
  return createElement(AddressPartContext, { value: PANEL }, children)
}

/**
 * Lets Back close the innermost dialog first; one that is busy or asks a question stays.
 * @param close does nothing while the dialog is busy
 */
export function useDialogOnBack(close: () => void, busy?: boolean): void {
  const onBack = useEffectEvent(close)
  const isBusy = useEffectEvent(() => busy)
  const part = use(AddressPartContext)
  const ofAddress = part?.what === 'dialog' ? part : null
  useEffect(() => guard.addDialog({ close: () => onBack(), isBusy: () => isBusy(), ofAddress }), [ofAddress])
}

/** @param ask returns false if it does not ask; the form then stays */
export function useFormOnLeave(changed: boolean, ask: ChangedForm['ask']): void {
  const onLeave = useEffectEvent(ask)
  const within = use(AddressPartContext)?.what ?? null
  useEffect(
    () => (changed ? guard.addForm({ ask: (...answers) => onLeave(...answers), within }) : undefined),
    [changed, within],
  )
}

/** Call it once in each router. */
export function useNavigationGuard(): void {
  const location = useLocation()
  const blocker = useBlocker(guard.blocks)
  const navigate = useNavigate()

  useEffect(() => {
    guard.navigate = navigate
  }, [navigate])

  // the guard itself continues the navigation that it holds
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])

  useEffect(() => {
    const state: unknown = history.state
    if (!isRecord(state) || state['key'] === location.key || location.key === 'default') guard.synchronise()
  }, [location])

  useEffect(() => () => guard.end(), [])
}
