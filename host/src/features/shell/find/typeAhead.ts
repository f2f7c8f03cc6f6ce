/** Collects keys for a field that is still loading. @returns a function that stops and returns the text */
export function collectTyping(onEscape: () => void): () => string {
  let text = ''
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if ([...key].length === 1) text += key
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if (key === 'Escape') onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // in the capture phase, before the page's single-letter shortcuts
  addEventListener('keydown', onKeyDown, true)
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    return text
  }
}
