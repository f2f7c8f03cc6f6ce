const TYPED_INTO =
  'textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])'

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
    if (target instanceof Element && target.closest(TYPED_INTO)) return
    if (field.closest('[aria-hidden=true], [inert]')) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
