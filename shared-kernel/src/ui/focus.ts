import { useEffect, useRef, useState } from 'react'

/** Dialogs, menus and toasts are temporary, so the focus is not returned to them. */
const OVERLAYS = '.MuiModal-root, .MuiSnackbar-root'
const CURRENT_ROW = 'tr[tabindex="0"]'

/** A select has a hidden input next to it. */
const FIELD_SELECTOR =
  ':is(input, textarea):not(:disabled, [aria-hidden=true]), [role=combobox]:not([aria-disabled=true])'

let lastFocusPath: readonly EventTarget[] = []
/** The last control that had the focus; it may be in a dialog. */
let lastControl: HTMLElement | null = null

/** A dialog itself, and the sentinels that wrap its focus around, are not controls. */
const isControl = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.tabIndex >= 0 && !target.matches('[data-testid^=sentinel]')

function remember(event: Event): void {
  const { target } = event
  if (isControl(target)) lastControl = target
  if (target instanceof Element && !target.closest(OVERLAYS)) lastFocusPath = event.composedPath()
}

/** Safari does not focus a pressed button. */
function rememberPressed(event: Event): void {
  if (event.target instanceof Element && event.target.closest('button')) remember(event)
}

/** @returns a function that stops it */
export function followFocus(): () => void {
  const following = new AbortController()
  document.addEventListener('focusin', remember, { signal: following.signal })
  document.addEventListener('pointerdown', rememberPressed, { signal: following.signal })
  return () => following.abort()
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Whether the focused element is gone and was inside `around`. */
export const isFocusLostFrom = (around: Element): boolean => isLost() && lastFocusPath.includes(around)

/** Focuses the screen, so that the next Tab moves to its first control and the arrow keys scroll it. */
export function focusScreen(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** Returns lost focus to the element that had it, or to its nearest remaining ancestor. */
function recoverFocus(): void {
  for (const around of lastFocusPath) {
    if (!isLost()) return
    if (!(around instanceof HTMLElement) || !around.isConnected) continue
    const target = around.querySelector<HTMLElement>(CURRENT_ROW) ?? around
    target.focus({ preventScroll: true })
  }
  // on a page that was just opened, there is no focus to return
  if (isLost() && lastFocusPath.length > 0) focusScreen()
}

const recoverFocusSoon = (): void => queueMicrotask(recoverFocus)

/** Recovers the focus when `holding` becomes false or the component unmounts. */
export const useFocusRecovery = (holding = true): void =>
  useEffect(() => (holding ? recoverFocusSoon : undefined), [holding])

/**
 * For a dialog that no control opened: when it closes, the focus returns to the control that had it last. A
 * button that is disabled while saving has already lost the focus when the dialog opens.
 */
export function useFocusReturn(): void {
  const [control] = useState(lastControl)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // runs after the focus traps of both dialogs, and not if React only repeats the effect
      queueMicrotask(() => !isOpen.current && control?.focus({ preventScroll: true }))
    }
  }, [control])
}

/** A `ref` for elements that may be removed while they contain the focus. */
export const returnFocusOnRemoval = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) recoverFocusSoon()
}

/** A `ref` that focuses the first field, unless the focus is already inside. */
export function focusFirstField(fields: HTMLElement | null): void {
  if (fields === null || fields.contains(document.activeElement)) return
  fields.querySelector<HTMLElement>(FIELD_SELECTOR)?.focus()
}
