import { showToast } from './toasts'

/** Copies the text to the clipboard, and shows a toast with the result. @returns whether it was copied */
export async function copyText(
  text: string,
  copied = 'Copied',
  failed = 'No se pudo copiar',
): Promise<boolean> {
  try {
    // `clipboard` is undefined outside a secure context
    await navigator.clipboard.writeText(text)
    showToast(copied)
    return true
  } catch {
    showToast(failed, 'error')
    return false
  }
}
