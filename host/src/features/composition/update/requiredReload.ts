import { hasUnsavedChanges } from '@console/shared-kernel/host'

/** The page reloads this long after the notice. */
export const NOTICE_MS = 300_000
/** A tab without input for this long is idle; a hidden tab is reloaded at once. */
export const IDLE_MS = 60_000
const POLL_MS = 5_000

interface Options {
  /** Whether a write is in progress, whose answer a reload would lose. */
  isWriting: () => boolean
  reload: () => void
}

/**
 * Reloads once, no earlier than {@link NOTICE_MS} after the notice: at the next screen change, or when idle.
 * Never with unsaved edits or a write in flight.
 */
export function requiredReload({ isWriting, reload }: Options) {
  const began = Date.now()
  let lastUse = Date.now()
  let over = false
  const isDue = () => !over && Date.now() - began >= NOTICE_MS && !hasUnsavedChanges() && !isWriting()
  const noteUse = () => {
    lastUse = Date.now()
  }
  const used = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
  for (const event of used) addEventListener(event, noteUse, { capture: true, passive: true })

  const reloadWhereIdle = () => {
    const idle = document.visibilityState === 'hidden' || Date.now() - lastUse >= IDLE_MS
    if (idle && isDue()) end(reload)
  }
  const timer = setInterval(reloadWhereIdle, POLL_MS)
  document.addEventListener('visibilitychange', reloadWhereIdle)

  function end(then?: () => void): void {
    over = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', reloadWhereIdle)
    for (const event of used) removeEventListener(event, noteUse, { capture: true })
    then?.()
  }

  return {
    /** Called on a screen change, when a reload interrupts no work. */
    screenChanged: () => {
      if (isDue()) end(reload)
    },
    stop: () => end(),
  }
}
