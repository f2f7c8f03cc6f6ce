/** For a field that is still being loaded. @returns ends it, and gives the text */
export function collectTyping(): () => string {
  let text = ''
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if ([...key].length === 1) text += key
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // before the shortcuts of the page, which are letters too
  addEventListener('keydown', onKeyDown, true)
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    return text
  }
}
