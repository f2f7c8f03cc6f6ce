/** A select has a hidden input next to it. */
const FIELD =
  ':is(input, textarea):not(:disabled, [aria-hidden=true]), [role=combobox]:not([aria-disabled=true])'

/** A `ref` that focuses the first field, unless one has the focus. */
export function focusFirstField(fields: HTMLElement | null): void {
  if (fields === null || fields.contains(document.activeElement)) return
  fields.querySelector<HTMLElement>(FIELD)?.focus()
}
