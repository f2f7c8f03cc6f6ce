import { createStore } from './store'

export type ToastSeverity = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  message: string
  severity: ToastSeverity
}

/** The one toast on show; a newer one takes its place. */
export const toastStore = createStore<Toast | null>(null)

let lastId = 0

export function showToast(message: string, severity: ToastSeverity = 'success'): void {
  lastId += 1
  toastStore.set({ id: lastId, message, severity })
}

export const hideToast = (): void => toastStore.set(null)
