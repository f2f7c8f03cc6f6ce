import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { isRecord } from '../contracts/wire'
import { createStore, useStore } from './store'

/** Texts by key of the address; null removes a key. */
type Changes = Readonly<Record<string, string | null>>

/** One value of a screen's view, and how the address holds it. */
export interface ViewPart<Value> {
  /** The value in an address; the default where the address has none or an invalid one. */
  read: (params: URLSearchParams) => Value
  /** The keys of the address that this part owns. The default is usually not written. */
  write: (value: Value) => Changes
}

export const textPart = (key: string): ViewPart<string> => ({
  read: (params) => params.get(key) ?? '',
  write: (text) => ({ [key]: text === '' ? null : text }),
})

/** One of some texts. The first one is the default. */
export const choicePart = <Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): ViewPart<Choice> => ({
  read: (params) => choices.find((choice) => choice === params.get(key)) ?? choices[0],
  write: (choice) => ({ [key]: choice === choices[0] ? null : choice }),
})

/** The id of a user; null where the address has none, or something that is no id. */
export const idPart = (key: string): ViewPart<number | null> => ({
  read: (params) => {
    const text = params.get(key) ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  },
  write: (id) => ({ [key]: id === null ? null : String(id) }),
})

/**
 * The keys of an address whose value none of these parts takes: they read it as their default. A key without a value
 * asks for nothing.
 *
 * @param parts by the key that each owns; their defaults are '' and null
 */
export const misreadPart = <Key extends string>(
  parts: Readonly<Record<Key, Pick<ViewPart<unknown>, 'read'>>>,
): ViewPart<readonly Key[]> => ({
  read: (params) =>
    (Object.keys(parts) as Key[]).filter((key) => params.get(key) && !parts[key].read(params)),
  write: () => ({}),
})

/** The address is written after no change for this long, so that the list is drawn first. */
const WRITE_AFTER_MS = 150

/** What the user has changed and the router's location may not hold yet. */
interface Unsent {
  visit: string
  changes: Changes
}

const NOTHING: Changes = {}
const unsentStore = createStore<Unsent | null>(null)

type HistoryEntry = Pick<Location, 'key' | 'state'>

/** The browser's, as the router writes it. */
function currentEntry(): HistoryEntry {
  const entry: unknown = history.state
  const { key, usr } = isRecord(entry) ? entry : {}
  return { key: typeof key === 'string' ? key : 'default', state: usr ?? null }
}

/** The visit of an entry of the history; see `useVisit`. */
export const visitOf = ({ key, state }: HistoryEntry): string => {
  const kept: unknown = isRecord(state) ? state['visit'] : undefined
  return typeof kept === 'string' ? kept : key
}

/**
 * Identifies the step in the history that is shown. A link, Back or Forward leads to another visit; what a
 * screen writes into its own address does not.
 */
export const useVisit = (): string => visitOf(useLocation())

function applyChanges(search: string, changes: Changes): string {
  if (isApplied(search, changes)) return search
  const params = new URLSearchParams(search)
  for (const [key, text] of Object.entries(changes)) {
    if (text === null) params.delete(key)
    else params.set(key, text)
  }
  // the same view has the same address, whatever was chosen first
  params.sort()
  return params.size === 0 ? '' : `?${params}`
}

function isApplied(search: string, changes: Changes): boolean {
  const params = new URLSearchParams(search)
  return Object.entries(changes).every(([key, text]) => params.get(key) === text)
}

/**
 * The state of a screen that its address holds. A changed value counts at once; the address follows by
 * `replace`, so that Back leaves the screen. Keys that no part owns stay as they are.
 *
 * The router's location is the one source, with the changes that it does not hold yet on top: the router
 * applies an address when React has time for it, and what is typed must be there at once.
 *
 * @param parts declared once, outside the component; a part that depends on data needs `useMemo`
 * @returns the values by part, and a setter for each part, the same function for a whole visit
 */
export function useViewState<View extends object>(parts: {
  readonly [Name in keyof View]: ViewPart<View[Name]>
}) {
  const current = useLocation()
  const navigate = useNavigate()
  const visit = visitOf(current)
  const unsent = useStore(unsentStore)
  const changes = unsent?.visit === visit ? unsent.changes : NOTHING
  const search = applyChanges(current.search, changes)

  const view = useMemo(() => {
    const params = new URLSearchParams(search)
    return mapParts(parts, (part) => part.read(params)) as View
  }, [parts, search])

  const setters = useMemo(
    () =>
      mapParts(parts, (part) => (value: unknown) => {
        const before = unsentStore.get()
        const changes = before?.visit === visit ? before.changes : NOTHING
        unsentStore.set({ visit, changes: { ...changes, ...part.write(value) } })
      }) as { readonly [Name in keyof View]: (value: View[Name]) => void },
    [parts, visit],
  )

  const write = useEffectEvent(() => {
    const latest = unsentStore.get()
    // the entry itself: the router's location may not hold it yet
    const entry = currentEntry()
    // while the code of the next screen loads this one is still shown, and the address is not its own
    if (latest?.visit !== visit || visitOf(entry) !== visit) return
    const { state } = entry
    void navigate(
      { search: applyChanges(location.search, latest.changes), hash: location.hash },
      { replace: true, state: { ...(isRecord(state) && state), visit } },
    )
  })

  const isWaiting = search !== current.search
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => write(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
    // also where the entry of a closed dialog took the written address with it
  }, [changes, isWaiting, current])

  return [view, setters] as const
}

const mapParts = (parts: object, map: (part: ViewPart<unknown>) => unknown) =>
  Object.fromEntries(
    Object.entries(parts as Record<string, ViewPart<unknown>>).map(([name, part]) => [name, map(part)]),
  )
