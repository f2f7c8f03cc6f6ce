import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom'
import type { OpenKind } from '../release/release'
import { whenReturned } from './navigationGuard'
import { isSameOpened, type Opened, type OpenedEntry, readOpened, readSearch, underOf } from './openedSearch'
import { showToast } from './toasts'
import { currentEntry, searchOf, stateOf } from './useViewState'

export type { Opened, OpenKind }

/*
 * What is open is part of the address, on every screen: `open=machine:<id>` or `open=user:<id>` opens a
 * panel; `do=<action>` opens a dialog, about the subject of `open` if there is one. Opening pushes an entry
 * of the same visit, closing replaces it. So Back closes what is open first, and closing never goes back.
 */

/** The parts of the address that `drop` removes: everything that is open, or only the action. */
type Dropped = 'open' | 'do'

export interface OpenFunctions {
  /** Opens the panel of a subject, or the dialog of an action on it. */
  open: (kind: OpenKind, id: string | number, action?: string) => void
  /** Opens a dialog that has no subject, such as 'create'. */
  openAction: (action: string) => void
  /** Replaces the open subject with another, without adding a history entry. */
  step: (kind: OpenKind, id: string | number) => void
}

export interface CloseFunctions {
  /**
   * Closes the dialog if one is open, else the panel. Only the component rendered with a dialog can close it,
   * and only while mounted, so that a second click, or a save that ends late, closes nothing else. Closing a
   * dialog that was opened without its subject's panel restores what was open before.
   */
  close: () => void
  /**
   * Closes what cannot be shown, and shows the reason in an error toast. It acts only once, even if an effect runs
   * twice.
   * @param what 'do' for an action that is unknown or forbidden: the panel under it stays
   */
  drop: (message: string, what?: Dropped) => void
}

const valueOf = (kind: OpenKind, id: string | number): string => `${kind}:${id}`

/** A screen's query string with the panel of a subject. */
export const searchWithOpen = (search: string, kind: OpenKind, id: string | number): string =>
  changed(search, { open: valueOf(kind, id), do: null })

type Changes = { open?: string | null; do?: string | null }

function changed(search: string, changes: Changes): string {
  const params = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key)
    else params.set(key, value)
  }
  return searchOf(params)
}

/** What the browser's address opens; the rendered page may be older. */
export const liveOpened = (): Opened => readOpened(liveEntry())

const liveEntry = (): OpenedEntry => ({ search: location.search, state: currentEntry().state })

/** The panel that the history entry below shows; null if it shows none. */
function panelUnder(): string | null {
  const { kind, id, action } = readSearch(underOf(liveEntry()) ?? '')
  return kind !== null && id !== null && action === null ? valueOf(kind, id) : null
}

export function useOpened(): Opened {
  const { search, state } = useLocation() as OpenedEntry
  return useMemo(() => readOpened({ search, state }), [search, state])
}

/** The functions through which both hooks change the address. */
function useEntries() {
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (search: string, under: string | undefined, how: NavigateOptions) =>
      void navigate({ search, hash: location.hash }, { ...how, state: { ...stateOf(currentEntry()), under } })
    const push = (changes: Changes) => {
      const entry = liveEntry()
      const search = changed(entry.search, changes)
      const under = underOf(entry)
      const current = changed(entry.search, {})
      if (search === current) return
      // closing left an entry with the same address as the one below it
      const isLeftover = under !== undefined && changed(under, {}) === current
      go(search, isLeftover ? under : entry.search, { replace: isLeftover })
    }
    const replace = (changes: Changes, flushSync = false) => {
      const entry = liveEntry()
      const search = changed(entry.search, changes)
      if (search !== changed(entry.search, {})) go(search, underOf(entry), { replace: true, flushSync })
    }
    return { push, replace }
  }, [navigate])
}

/** The functions are stable, and calling this does not re-render the component when the address changes. */
export function useOpen(): OpenFunctions {
  const { push, replace } = useEntries()
  return useMemo(
    () => ({
      open: (kind, id, action) => whenReturned(() => push({ open: valueOf(kind, id), do: action ?? null })),
      openAction: (action) => whenReturned(() => push({ open: null, do: action })),
      step: (kind, id) => whenReturned(() => replace({ open: valueOf(kind, id), do: null })),
    }),
    [push, replace],
  )
}

/** The functions are stable, but calling this re-renders the component whenever the address changes. */
export function useClose(): CloseFunctions {
  const { replace } = useEntries()
  const opened = useOpened()
  /** Null once the component is unmounted. */
  const rendered = useRef<Opened | null>(opened)
  useLayoutEffect(() => {
    rendered.current = opened
  }, [opened])
  useLayoutEffect(
    () => () => {
      rendered.current = null
    },
    [],
  )

  return useMemo(() => {
    const close = ({ action, showsPanel }: Opened, flushSync = false) => {
      if (action !== null && showsPanel) replace({ do: null }, flushSync)
      else replace({ open: action === null ? null : panelUnder(), do: null }, flushSync)
    }
    return {
      close: () =>
        whenReturned(() => {
          const by = rendered.current
          const now = liveOpened()
          if (!by || ((by.action ?? now.action) !== null && !isSameOpened(by, now))) return
          // at once: another Enter must not reach the form of a change that was made
          close(now, true)
        }),
      drop: (message, what = 'open') =>
        whenReturned(() => {
          const now = liveOpened()
          if (!rendered.current || !isSameOpened(rendered.current, now)) return
          if (what === 'do') close(now)
          else replace({ open: null, do: null })
          showToast(message, 'error')
        }),
    }
  }, [replace])
}

/** Shown for an action that does not exist, or that the viewer may not take. */
export const FORBIDDEN_ACTION = 'This cannot be done here.'

export const unknownText = (kind: OpenKind): string => `This ${kind} does not exist, or is not below you.`

/**
 * Removes what cannot be shown from the address, and shows the reason in a toast.
 * @param message null if it can be shown, or if that is not known yet
 * @param what 'do' keeps the panel under a dialog
 */
export function useDrop(message: string | null, what: 'open' | 'do' = 'open'): void {
  const { drop } = useClose()
  const opened = useOpened()
  useEffect(() => {
    if (message !== null) drop(message, what)
  }, [message, what, opened, drop])
}
