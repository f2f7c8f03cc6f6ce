import { createStore } from './store'

export type ToastSeverity = 'success' | 'info' | 'warning' | 'error'

/** One thing that can be done about what a toast says, such as 'Undo'. */
export interface ToastAction {
  label: string
  /** What it acts on, where several toasts say the same; begins with the label. */
  ariaLabel?: string
  onClick: () => void
}

export interface Toast {
  id: number
  message: string
  severity: ToastSeverity
  action?: ToastAction
}

/** More would hide the screen. */
const MOST = 4

/** The toasts on show, the newest last. */
export const toastStore = createStore<readonly Toast[]>([])

let lastId = 0

/** A toast replaces an earlier one that says the same and has no action. */
function add(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toastStore
    .get()
    .filter((each) => each.action || each.message !== toast.message || each.severity !== toast.severity)
  // toasts without an action are removed first
  const leastNeeded = Math.max(
    0,
    others.findIndex(({ action, severity }) => !action && severity !== 'error'),
  )
  const kept = others.length < MOST ? others : others.toSpliced(leastNeeded, 1)
  toastStore.set([...kept, { id: lastId, ...toast }])
}

export function showToast(message: string, severity: ToastSeverity = 'success'): void {
  add({ message, severity })
}

/** Says what was done, with an action to undo it or to go on. */
export function showActionToast(message: string, action: ToastAction): void {
  add({ message, severity: 'success', action })
}

/** @param id all of them where it is absent */
export const hideToast = (id?: number): void =>
  toastStore.set(id === undefined ? [] : toastStore.get().filter((each) => each.id !== id))

/** What one user has done is not undone by the next. */
export const hideToastWithAction = (): void =>
  toastStore.set(toastStore.get().filter(({ action }) => !action))
