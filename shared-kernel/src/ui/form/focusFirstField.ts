/** What is typed into, ticked or chosen from; a select of ours has a hidden input next to it. */
const FIELD =
  ':is(input, textarea):not(:disabled, [aria-hidden=true]), [role=combobox]:not([aria-disabled=true])'

/** The `ref` of a form's fields: the first has the focus when they come, unless one has asked for it. */
export function focusFirstField(fields: HTMLElement | null): void {
  if (fields === null || fields.contains(document.activeElement)) return
  fields.querySelector<HTMLElement>(FIELD)?.focus()
}
