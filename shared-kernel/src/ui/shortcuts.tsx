import Box from '@mui/material/Box'

export const KeyCap = ({ name }: { name: string }) => (
  <Box
    component="kbd"
    sx={{
      px: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: 0.5,
      font: 'inherit',
      fontSize: 'body2.fontSize',
      color: 'text.secondary',
      whiteSpace: 'nowrap',
    }}
  >
    {name}
  </Box>
)

const TYPED_INTO =
  'textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])'

/** Single-key shortcuts must not act while their key is being typed. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null

/** Whether a dialog or menu covers the element. */
export const isCovered = (element: Element): boolean =>
  element.closest('[aria-hidden=true], [inert]') !== null

/** '/' focuses the field, except while typing or behind a dialog or menu. @returns a function that stops it */
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
