import { useEffect, useEffectEvent } from 'react'
import { isCovered, isTypedInto } from '@console/shared-kernel/host'

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys, named as on the user's keyboard. */
export const findShortcutLabel = (): string => (isMac() ? '⌘ K' : 'Ctrl K')

/** Handles Ctrl-K or Cmd-K anywhere, and '?' outside text fields; none while a dialog or a menu is open. */
export function useShortcuts(on: { onFind: () => void; onShortcuts: () => void }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
    if (defaultPrevented || altKey) return
    const isFind = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey
    const isHelp = key === '?' && !ctrlKey && !metaKey && !isTypedInto(target)
    if (!isFind && !isHelp) return
    // even if a dialog is open: the browser's own search would take the focus out of it
    event.preventDefault()
    const main = document.querySelector('main')
    if (!main || isCovered(main)) return
    if (isFind) on.onFind()
    else on.onShortcuts()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

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
