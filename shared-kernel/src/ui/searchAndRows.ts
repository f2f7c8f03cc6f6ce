/* The arrow keys move the focus from a screen's search to its list and back. */

/** How SearchField marks its input. */
const SEARCH = 'input[aria-keyshortcuts="/"]'
const FIRST_ROW = 'tr[data-index="0"]'
/** A long list renders its first rows some frames after it is scrolled to them. */
const MAX_FRAMES = 10

/** Null in a dialog. */
const screenOf = (element: Element): Element | null => element.closest('section')

/** @returns false if the screen has no row */
export function focusFirstRow(field: Element): boolean {
  const screen = screenOf(field)
  const drawn = screen?.querySelector('tr[data-index]')
  if (!screen || !drawn) return false
  const focus = (frames: number) => {
    const row = screen.querySelector<HTMLElement>(FIRST_ROW)
    if (row) row.focus()
    else if (frames > 0) requestAnimationFrame(() => focus(frames - 1))
  }
  if (!screen.querySelector(FIRST_ROW)) drawn.closest('[role=region]')?.scrollTo({ top: 0 })
  focus(MAX_FRAMES)
  return true
}

/** @returns false if the screen has no search */
export function focusSearch(row: Element): boolean {
  const field = screenOf(row)?.querySelector<HTMLElement>(SEARCH)
  field?.focus()
  return Boolean(field)
}
