import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { routerEntry, whenReturned } from './navigationGuard'
import { createStore, useStore } from './store'

/** Query parameters; null removes one. */
type Changes = Readonly<Record<string, string | null>>

export interface ViewPart<Value> {
  read: (params: URLSearchParams) => Value
  /** The keys that this part owns; the default is usually left out. */
  write: (value: Value) => Changes
}

/** A text; when empty, which is the default, it is not in the address. */
export const textPart = (key: string): ViewPart<string> => ({
  read: (params) => params.get(key) ?? '',
  write: (text) => ({ [key]: text === '' ? null : text }),
})

/** The first choice is the default. */
export const choicePart = <Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): ViewPart<Choice> => ({
  read: (params) => choices.find((choice) => choice === params.get(key)) ?? choices[0],
  write: (choice) => ({ [key]: choice === choices[0] ? null : choice }),
})

/** An id, or null if the address has no valid one. */
export const idPart = (key: string): ViewPart<number | null> => ({
  read: (params) => {
    const text = params.get(key) ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  },
  write: (id) => ({ [key]: id === null ? null : String(id) }),
})

/** The keys whose value is invalid, so that their part reads the default ('' or null). */
export const misreadPart = <Key extends string>(
  parts: Readonly<Record<Key, Pick<ViewPart<unknown>, 'read'>>>,
): ViewPart<readonly Key[]> => ({
  read: (params) =>
    (Object.keys(parts) as Key[]).filter((key) => params.get(key) && !parts[key].read(params)),
  write: () => ({}),
})

/** The delay before a change is written to the address, so that the list renders first. */
const WRITE_AFTER_MS = 150

/** Changes that the router's location may not have yet. */
interface PendingChanges {
  visit: string
  /**
   * The entry that has them: 0 for the visit's first, 1 for its second (`useSecondHistoryEntry`), 2 for the
   * second before it is pushed.
   */
  step: 0 | 1 | 2
  /** The second entry has been pushed but not rendered yet. */
  isPushed: boolean
  changes: Changes
}

const NOTHING: Changes = {}
const pendingStore = createStore<PendingChanges | null>(null)

type HistoryEntry = Pick<Location, 'key' | 'state'>

const stepOf = ({ state }: { state: { step?: unknown } | null }) => (state?.step ? 1 : 0)

const appliesTo = (pending: PendingChanges | null, entry: HistoryEntry): pending is PendingChanges =>
  pending?.visit === visitOf(entry) && (pending.step > 1 || pending.step === stepOf(entry))

/** The state of another entry of the same visit, or of one that replaces this entry. */
export const stateOf = (entry: HistoryEntry) => ({ ...(entry.state as object | null), visit: visitOf(entry) })

function addPending(
  drawn: { visit: string; path: string },
  changes: Changes,
  { entersSecond = false } = {},
): void {
  const next = nextEntry(drawn.path)
  const entry = next ?? currentEntry()
  const visit = next ? visitOf(next) : drawn.visit
  const before = pendingStore.get()
  const isSame = before?.visit === visit && appliesTo(before, entry)
  const step = (isSame && before.step) || stepOf(entry)
  pendingStore.set({
    visit,
    step: entersSecond && !step ? 2 : step,
    isPushed: isSame && before.isPushed,
    changes: { ...(isSame && before.changes), ...changes },
  })
}

/** The browser's entry; the router's location may be older. */
export const currentEntry = (): HistoryEntry => entryOf(history.state)

function entryOf(historyState: unknown): HistoryEntry {
  const { key, usr } = (historyState ?? {}) as Readonly<Record<string, unknown>>
  return { key: typeof key === 'string' ? key : 'default', state: usr ?? null }
}

/**
 * The router's entry if it is on this screen. It may not be rendered yet: anything the operator changes
 * before then belongs to it, and would be lost in the visit still on screen.
 */
function nextEntry(path: string): HistoryEntry | null {
  const entry = routerEntry()
  return entry?.pathname === path ? entryOf(entry.state) : null
}

export const visitOf = ({ key, state }: HistoryEntry): string => {
  const kept: unknown = (state as { visit?: unknown } | null)?.visit
  return typeof kept === 'string' ? kept : key
}

/** Identifies a history entry. It stays the same when a screen writes its own address. */
export const useVisit = (): string => visitOf(useLocation())

/** Returns the same query string for the same parameters, in whatever order they were set. */
export function searchOf(params: URLSearchParams): string {
  params.sort()
  // readable in the address: `open=machine:<id>`
  return params.size === 0 ? '' : `?${params}`.replace(/([?&]open=[a-z]+)%3A/, '$1:')
}

function applyChanges(search: string, changes: Changes): string {
  const params = new URLSearchParams(search)
  const entries = Object.entries(changes)
  if (entries.every(([key, text]) => params.get(key) === text)) return search
  for (const [key, text] of entries) {
    if (text === null) params.delete(key)
    else params.set(key, text)
  }
  return searchOf(params)
}

/**
 * State in the address. A change applies at once and is written later by `replace`, so that Back leaves the
 * screen; keys that no part owns stay. The router's location is the source, with pending changes applied on top.
 * `parts` must be stable (outside the component, or memoised); then the setters are stable for a visit.
 */
export function useViewState<View extends object>(parts: {
  readonly [Name in keyof View]: ViewPart<View[Name]>
}) {
  const current = useLocation()
  const navigate = useNavigate()
  const [visit, path] = [visitOf(current), current.pathname]
  const pending = useStore(pendingStore)
  const next = nextEntry(path) ?? current
  const changes = appliesTo(pending, current) || appliesTo(pending, next) ? pending.changes : NOTHING
  const search = applyChanges(current.search, changes)

  const view = useMemo(() => {
    const params = new URLSearchParams(search)
    return mapParts(parts, (part) => part.read(params)) as View
  }, [parts, search])

  const setters = useMemo(
    () =>
      mapParts(parts, (part) => (value: unknown) => addPending({ visit, path }, part.write(value))) as {
        readonly [Name in keyof View]: (value: View[Name]) => void
      },
    [parts, visit, path],
  )

  const write = useEffectEvent(() => {
    const latest = pendingStore.get()
    const entry = currentEntry()
    // while the next screen's code loads, this one is still shown, but the address is not its own
    if (visitOf(entry) !== visit || !appliesTo(latest, entry)) return
    const replace = latest.step < 2 || stepOf(entry) > 0
    if (!replace) pendingStore.set({ ...latest, isPushed: true })
    void navigate(
      { search: applyChanges(location.search, latest.changes), hash: location.hash },
      { replace, state: { ...stateOf(entry), step: latest.step && 1 } },
    )
  })

  const isWaiting = search !== current.search
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => whenReturned(() => write()), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
    // even if an older address has replaced the written one
  }, [changes, isWaiting, current])

  return [view, setters] as const
}

const mapParts = (parts: object, map: (part: ViewPart<unknown>) => unknown) =>
  Object.fromEntries(
    Object.entries(parts as Record<string, ViewPart<unknown>>).map(([name, part]) => [name, map(part)]),
  )

/**
 * A second history entry of the visit, for what follows a step such as a search: Back returns to the screen as it was
 * before. The first change of the view after `enter` pushes it.
 */
export function useSecondHistoryEntry() {
  const current = useLocation()
  const visit = visitOf(current)
  const pending = useStore(pendingStore)
  const step = stepOf(current)
  const isNew = appliesTo(pending, current) && pending.step > 1
  useEffect(() => {
    // not the rendered value: a change may have come since
    const latest = pendingStore.get()
    if (!appliesTo(latest, current) || latest.step < 2) return
    if (step) pendingStore.set({ ...latest, step, isPushed: false })
  })
  useEffect(() => {
    // Back may come before the second entry is rendered, and then changes nothing on the page
    const onPopState = () => {
      if (pendingStore.get()?.isPushed && !stepOf(currentEntry())) pendingStore.set(null)
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])
  return {
    /** The screen is at the second entry, or is about to push it. */
    isSecond: isNew || step > 0,
    /** Does nothing at the second entry. */
    enter: () => addPending({ visit, path: current.pathname }, NOTHING, { entersSecond: true }),
  }
}
