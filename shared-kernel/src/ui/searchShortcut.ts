const TYPED_INTO =
  'textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])'

/** Whether keys pressed there are what somebody types. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null

/** Whether a dialog or a menu lies over this. */
export const isCovered = (element: Element): boolean =>
  element.closest('[aria-hidden=true], [inert]') !== null

/**
 * '/' leads to a field from anywhere on its screen: not from where one types, and not from a dialog or a
 * menu, which hide what is behind them from assistive technology.
 *
 * @returns what ends it
 */
export function focusOnSlash(field: HTMLInputElement): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return
    if (isTypedInto(target) || isCovered(field)) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
