import { createStore } from './store'

const forms = new Set<symbol>()

/** Whether there is a changed form, for those who have to know when that changes. */
export const unsavedStore = createStore(false)

/** Whether a form on screen holds something that its user typed and that is not saved. */
export const hasUnsavedChanges = (): boolean => unsavedStore.get()

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Counts a changed form until the returned function is called. As long as there is one, closing the tab asks
 * first, and a session that ends leaves the screen as it is.
 */
export function holdUnsavedChanges(): () => void {
  const form = Symbol('changed form')
  if (forms.size === 0) addEventListener('beforeunload', askBeforeClosing)
  forms.add(form)
  unsavedStore.set(true)
  return () => {
    forms.delete(form)
    if (forms.size > 0) return
    removeEventListener('beforeunload', askBeforeClosing)
    unsavedStore.set(false)
  }
}
