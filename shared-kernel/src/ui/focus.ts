import { useEffect } from 'react'

/** Dialogs, menus and toasts come and go over the page: what is in one is no place to go back to. */
const OVER_THE_PAGE = '.MuiModal-root, .MuiSnackbar-root'
/** The row of a table that takes part in the tab order. */
const CURRENT_ROW = 'tr[tabindex="0"]'

/** What had the focus last in the page itself, and everything around it, the innermost first. */
let place: readonly EventTarget[] = []

function remember(event: Event): void {
  const { target } = event
  if (target instanceof Element && !target.closest(OVER_THE_PAGE)) place = event.composedPath()
}

/** Safari gives a button that is pressed no focus. */
function rememberPressed(event: Event): void {
  if (event.target instanceof Element && event.target.closest('button')) remember(event)
}

/** @returns what ends it */
export function followFocus(): () => void {
  const following = new AbortController()
  document.addEventListener('focusin', remember, { signal: following.signal })
  document.addEventListener('pointerdown', rememberPressed, { signal: following.signal })
  return () => following.abort()
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The screen itself: the next Tab leads to the first control in it, and the arrow keys scroll it. */
export function focusScreen(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/**
 * Where nothing has the focus, because what had it was taken away or disabled: gives it to that if it is
 * there again, or else to the nearest thing around it that is left, such as the row in its row's place.
 */
function recoverFocus(): void {
  for (const around of place) {
    if (!isLost()) return
    if (!(around instanceof HTMLElement) || !around.isConnected) continue
    const target = around.querySelector<HTMLElement>(CURRENT_ROW) ?? around
    target.focus({ preventScroll: true })
  }
  // on a page just opened nothing has had it yet: a ring around the screen would mean nothing
  if (isLost() && place.length > 0) focusScreen()
}

/** The same, once what happens now has happened. */
export const recoverFocusSoon = (): void => queueMicrotask(recoverFocus)

/** Recovers the focus when `holding` ends: while it lasts something is over the page, or disabled. */
export const useFocusRecovery = (holding = true): void =>
  useEffect(() => (holding ? recoverFocusSoon : undefined), [holding])

/** The `ref` of what goes away with the focus, deleted or scrolled off: it leaves it to what is left around. */
export const handOnFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) recoverFocusSoon()
}
