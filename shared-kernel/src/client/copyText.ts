import { showToast } from './toasts'

/** Copies the text, and shows whether it is on the clipboard. @returns whether it is */
export async function copyText(
  text: string,
  copied = 'Copied',
  failed = 'No se pudo copiar',
): Promise<boolean> {
  try {
    // undefined without a secure context
    await navigator.clipboard.writeText(text)
    showToast(copied)
    return true
  } catch {
    showToast(failed, 'error')
    return false
  }
}
