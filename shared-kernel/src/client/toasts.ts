import { createStore } from './store'

export type ToastSeverity = 'success' | 'info' | 'warning' | 'error'

export interface ToastAction {
  label: string
  /** Begins with the label; names the target if several toasts have the same label. */
  ariaLabel?: string
  onClick: () => void
}

export interface Toast {
  id: number
  message: string
  severity: ToastSeverity
  action?: ToastAction
  /** The topic: the next toast with the same key replaces this one. */
  key?: string | undefined
  /** Stays until it is replaced, hidden or closed. */
  persistent?: boolean
}

const MAX_TOASTS = 4

export const toastStore = createStore<readonly Toast[]>([])

let lastId = 0

/** Replaces a toast with the same key, or with the same message and no action. */
function add(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toastStore
    .get()
    .filter((each) => toast.key === undefined || each.key !== toast.key)
    .filter((each) => each.action || each.message !== toast.message || each.severity !== toast.severity)
  // toasts without an action are removed first
  const indexToDrop = Math.max(
    0,
    others.findIndex(({ action, severity }) => !action && severity !== 'error'),
  )
  const kept = others.length < MAX_TOASTS ? others : others.toSpliced(indexToDrop, 1)
  toastStore.set([...kept, { id: lastId, ...toast }])
}

/** @param key the topic: the toast replaces an earlier one with this key, such as a rejection */
export function showToast(message: string, severity: ToastSeverity = 'success', key?: string): void {
  add({ message, severity, key })
}

/**
 * Shows a success. If there are too many toasts, those without an action are removed first, except errors.
 * @param key as in `showToast`: a later change also removes the outdated Undo
 */
export function showActionToast(message: string, action: ToastAction, key?: string): void {
  add({ message, severity: 'success', action, key })
}

/** @returns a function that hides it */
export function showLastingToast(
  message: string,
  key?: string,
  severity: ToastSeverity = 'info',
): () => void {
  add({ message, severity, key, persistent: true })
  const id = lastId
  return () => hideToast(id)
}

export const hideToast = (id?: number): void =>
  toastStore.set(id === undefined ? [] : toastStore.get().filter((each) => each.id !== id))

/** A user must not undo what the previous user did. */
export const hideToastWithAction = (): void =>
  toastStore.set(toastStore.get().filter(({ action }) => !action))
