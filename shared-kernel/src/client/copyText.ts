import { showToast } from './toasts'

/** Says that the text is on the clipboard, or that it is not. @returns whether it is */
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
