import { createStore } from './store'

const forms = new Set<symbol>()

/** Whether any form holds changes: see {@link holdUnsavedChanges}. */
export const unsavedStore = createStore(false)

export const hasUnsavedChanges = (): boolean => unsavedStore.get()

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

/** Until the returned function is called, closing the tab asks first and an ended session keeps the screen. */
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
