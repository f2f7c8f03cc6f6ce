import { createStore } from './store'

export type ToastSeverity = 'success' | 'info' | 'warning' | 'error'

/** One thing that can be done about what a toast says, such as 'Undo'. */
export interface ToastAction {
  label: string
  onClick: () => void
}

export interface Toast {
  id: number
  message: string
  severity: ToastSeverity
  action?: ToastAction
}

/** The one toast on show; a newer one takes its place. */
export const toastStore = createStore<Toast | null>(null)

let lastId = 0

export function showToast(message: string, severity: ToastSeverity = 'success'): void {
  lastId += 1
  toastStore.set({ id: lastId, message, severity })
}

/** Tells of what was done, with the way to undo it or to go on. */
export function showActionToast(message: string, action: ToastAction): void {
  lastId += 1
  toastStore.set({ id: lastId, message, severity: 'success', action })
}

export const hideToast = (): void => toastStore.set(null)

/** What one user has done is not undone by the next. */
export function hideToastWithAction(): void {
  if (toastStore.get()?.action) hideToast()
}
