import { createStore } from './store'

const forms = new Set<symbol>()

/** Whether any form holds changes: see {@link holdUnsavedChanges}. */
export const unsavedStore = createStore(false)

export const hasUnsavedChanges = (): boolean => unsavedStore.get()

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes closing the tab ask first, and keeps the screen of an ended session, until the returned function is called. */
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
