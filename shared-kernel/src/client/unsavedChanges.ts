const forms = new Set<symbol>()

/** Whether a form on screen holds something its user typed and nobody has saved. */
export const hasUnsavedChanges = (): boolean => forms.size > 0

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Counts a changed form until the answer is called. As long as there is one, closing the tab asks
 * first, and a session that ends leaves the screen as it is.
 */
export function holdUnsavedChanges(): () => void {
  const form = Symbol('changed form')
  if (forms.size === 0) addEventListener('beforeunload', askBeforeClosing)
  forms.add(form)
  return () => {
    forms.delete(form)
    if (forms.size === 0) removeEventListener('beforeunload', askBeforeClosing)
  }
}
